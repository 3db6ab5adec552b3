"""The functions that speak, and what they share."""
