"""The table over a network: HTTP for opening and looking, a socket for playing. Imported only by `dicecup serve`."""
