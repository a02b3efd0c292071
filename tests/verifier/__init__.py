"""The verifier of one file, in Python and as a page, against proofs that are true or not."""
