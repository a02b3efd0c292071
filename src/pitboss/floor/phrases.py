"""What can be said at a table: fixed phrases, so that nobody can say anything else."""

from __future__ import annotations

PHRASES: dict[str, str] = {
    "hello": "Hello, everyone.",
    "luck": "Good luck!",
    "nice": "Nice hand!",
    "close": "That was close.",
    "thanks": "Thank you.",
    "sorry": "Sorry, I was away.",
    "moment": "One moment, please.",
    "again": "One more round?",
    "bye": "I have to go. Good night!",
}
"""By id, in the order they are offered in."""
EVERY_SECONDS = 2.0
"""Between two phrases of one player at a table."""
