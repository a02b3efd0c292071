"""What the program says today, kept, and compared with what it says after a redesign.

    python -m scripts.recorder record BEFORE
    …the redesign…
    python -m scripts.recorder record AFTER --like BEFORE
    python -m scripts.recorder compare BEFORE AFTER

`parts` lists what is recorded, each part in a file or folder of its own; `comparing` compares two
records and `old_files` has this version read, check and go on with what the other one wrote. All
of it goes through the command line, the server and a few names of the library, which `inside`
collects: a redesign that moves one of them changes that file and no other.
"""
