"""The server: live tables over HTTP and WebSocket, on top of the store.

`room` is a table with its seats and its shoe, `commands` what can be asked of it, `live` keeps
rooms going, `app` and `routes` are the way in from outside. Nothing imports `web` but `cli`.
"""
