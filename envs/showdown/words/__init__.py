"""What people read of Showdown."""
