"""The command line, a module a command; `main` puts them together."""
