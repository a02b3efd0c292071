"""What the sentences call the kinds of values a file can hold."""

LISTS = "allowed are lists in brackets"
TABLES = "allowed are tables"
TEXTS = "allowed are texts in quotes"
SWITCHES = "allowed are true, false"
ANYTHING = "allowed are true, false, whole numbers, texts in quotes"
