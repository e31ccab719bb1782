"""The paper's experiments and the model check."""
