"""The browser client, in real browsers."""
