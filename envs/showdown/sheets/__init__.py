"""What a scenario may say, where its parts come from, and how it becomes a setup."""
