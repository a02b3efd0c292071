"""`python -m pitboss` is the command line."""

from pitboss.cli import main

main()
