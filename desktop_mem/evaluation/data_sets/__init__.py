"""Public data sets, found below a folder by their form: conversations and passages, with questions and what answers them."""
