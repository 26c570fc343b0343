"""Play in a terminal: one session without input or output, and two faces for it, lines of text and a full screen."""
