"""Every state in which a crash can leave the database, made from recorded writes, and opened.

`sqlite_files` listens to SQLite writing, `recording` plays an evening under it, `disk` says what a
disk may hold after each instant of it, `judging` opens that and plays on.
"""
