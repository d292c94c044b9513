"""`python -m fireteam`."""

from fireteam.cli import main

if __name__ == "__main__":
    main()
