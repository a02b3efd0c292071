"""The workbench: any game's file changed, and every figure of it while somebody types.

`bench_process` is a process of its own that reads files and solves them (`figures`, `chart_sheet`,
`comparisons`, `table_trade`); `benches` keeps a few of them busy and remembers what they said.
`game_text` writes a game's rules out as a file, with what a form over it needs. The way in is
`routes.workbench`.
"""
