"""The command line, as `pitboss` and as `python -m pitboss`."""

from pitboss import interrupts


def main() -> None:
    """Mind Ctrl-C before anything else, for reading the program takes a moment."""
    interrupts.mind()
    from pitboss import cli

    status: object = 0
    try:
        cli.main()
    except SystemExit as ending:
        status = ending.code
    if status == interrupts.INTERRUPTED:
        interrupts.end()  # threads that still work are not waited for
    interrupts.leave(status)


if __name__ == "__main__":
    main()
