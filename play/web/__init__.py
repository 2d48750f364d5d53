"""The web page for playing: the server, its messages, and the page itself."""
