"""The casino floor: tables with people at them, on top of the store and without a network.

`opening` describes a table, `house_table` is one with its seats, its shoe and its books, `commands`
what can be asked of it, `answering` how each command is done, `steps` what a command would do.
`frames` shows events one after the other, `layout` what is printed on the cloth. `replays` tells a
round again, `grades`, `luck` and `edges` put the solver's numbers beside it. May import `store`,
`strategy` and the engines; `web` puts it on a network.
"""
