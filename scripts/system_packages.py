"""What the tests need beside Python packages: PostgreSQL's server, a browser, Node.

``python -m scripts.system_packages`` installs them where Debian's or Ubuntu's package manager can,
and says what to install where it cannot. Tests that need one that is missing say so and are
skipped. It runs while Python's packages are installed, so it uses none of them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

PACKAGES = {
    "postgresql": "initdb", "chromium": "chromium",
    "chromium-headless-shell": "chromium-headless-shell", "nodejs": "node", "npm": "npm",
}  # fmt: skip
"""Debian's name of a package, and a program it brings."""


def postgres_program(name: str) -> str | None:
    """Where one of PostgreSQL's programs is, newest version first."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for folder in places:
        if (folder / name).exists():
            return str(folder / name)
    return shutil.which(name)


def missing_packages() -> list[str]:
    """Packages whose programs are not here."""
    return [
        package
        for package, program in PACKAGES.items()
        if not (shutil.which(program) or postgres_program(program))
    ]


def main() -> None:
    """Install what is missing, or say so."""
    missing = missing_packages()
    if missing:
        _install(missing)
        missing = missing_packages()
    if missing:
        print(
            f"The tests would also like: {' '.join(missing)} (install with your package manager); "
            "what needs one of them is skipped, or slower",
            file=sys.stderr,
        )


def _install(packages: list[str]) -> None:
    rights = [] if os.geteuid() == 0 else ["sudo", "-n"]
    apt = shutil.which("apt-get")
    if not apt or (rights and not shutil.which("sudo")):
        return
    print(f"Installing {' '.join(packages)} …", flush=True)
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    if subprocess.run([*rights, apt, "update", "-qq"], env=environment, check=False).returncode:
        return
    for package in packages:  # one by one: a package that is not to be had costs no other
        command = [apt, "install", "-y", "-qq", "--no-install-recommends", package]
        subprocess.run([*rights, *command], env=environment, check=False)


if __name__ == "__main__":
    main()
