"""What the tests need beside Python packages: PostgreSQL's server programs.

``python -m scripts.system_packages`` installs them where Debian's or Ubuntu's package manager can,
and says what to install where it cannot. Tests that need one that is missing say so and are
skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from tests.servers import postgres_program

PACKAGES = {"postgresql": lambda: postgres_program("initdb")}
"""Debian's name of a package, and whether what it brings is here."""


def main() -> None:
    """Install what is missing, or say so."""
    missing = [package for package, there in PACKAGES.items() if not there()]
    if not missing:
        return
    names = " ".join(missing)
    rights = [] if os.geteuid() == 0 else ["sudo", "-n"]
    apt = shutil.which("apt-get")
    if apt and (not rights or shutil.which("sudo")):
        print(f"Installing {names} …", flush=True)
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update", "-qq"], ["install", "-y", "-qq", *missing]):
            ended = subprocess.run([*rights, apt, *command], env=environment, check=False)
            if ended.returncode:
                break
    if any(not there() for there in PACKAGES.values()):
        print(
            f"The tests would also like: {names} (install it with your package manager); what "
            "needs it is skipped",
            file=sys.stderr,
        )


if __name__ == "__main__":
    main()
