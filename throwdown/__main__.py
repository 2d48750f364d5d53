"""Run the command line: ``python -m throwdown``."""

from throwdown.cli.main import main

if __name__ == "__main__":
    main()
