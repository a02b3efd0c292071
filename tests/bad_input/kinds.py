"""What the sentences call the kinds of values a file can hold."""

LISTS = "use a list in brackets"
TABLES = "use a table"
TEXTS = "use a text in quotes"
SWITCHES = "use true or false"
ANYTHING = "use true, false, a whole number or a text in quotes"
