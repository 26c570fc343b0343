"""How Alphabet's word lists are made: which entries are words, the graph they become, and the build."""
