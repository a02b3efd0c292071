"""The table engine: actions in, frozen events out, state the fold of the events.

`engine.Table` is the way in; `shoe` hands it cards, `views` says what a seat may see, `log` writes
and replays. Imports `cards` and `rules`; no other engine.
"""

from pitboss.table.engine import IllegalAction, Table
from pitboss.table.shoe import Shoe

__all__ = ["IllegalAction", "Shoe", "Table"]
