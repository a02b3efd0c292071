"""What people get wrong: files, options, house settings, wagers, moves and cards.

Every refusal is a sentence that names the field, the value and what is allowed, and a refused
action leaves the table exactly as it was.
"""
