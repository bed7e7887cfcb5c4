"""What people and tokens do: each act changes the records or refuses as GitHub would, whoever asks.

The HTTP routes and the Python interface for tests both come through here.
"""
