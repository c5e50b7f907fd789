"""`python -m sumc` is the `sumc` command."""

from sumc.cli.main import main

if __name__ == "__main__":
    main()
