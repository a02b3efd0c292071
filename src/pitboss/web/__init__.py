"""The server: live tables over HTTP and WebSocket, on top of the floor.

`table_host` keeps one table going, `hub` all tables of this process; `messages` is what they send.
`app`, `routes` and `socket` are the way in from outside, `answers` and `api_schema` how answers are
encoded and described. Nothing imports `web` but `cli`.
"""
