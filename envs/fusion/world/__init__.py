"""What the games of FUSION share: the world, its rules, and how it is observed."""
