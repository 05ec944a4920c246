"""Look inside files: what fits, what is there, and what nobody knows yet."""
