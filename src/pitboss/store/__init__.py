"""What is kept: accounts, money, tables, shoes and the log of everything that happened.

`schema` names the tables of the database, `database` opens one and commits, `records` is what a log
entry holds, `ledger` turns it into money, `journal` writes entries and reads them. `audit` believes
none of it: `log_checker` follows a table's log, `shoe_watch` its shoes. `export` writes rounds that
can be checked without the database, `backup` the whole of it. `table_rows`, `admission`,
`past_rounds` and `house_totals` are what people ask for. May import everything below `floor`.
"""
