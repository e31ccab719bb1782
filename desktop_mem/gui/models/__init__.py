"""Models on view: which there are, what is to be expected of one, and which one is used."""
