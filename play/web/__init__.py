"""A page on which people play: the server, what it says to the page, and the page itself."""
