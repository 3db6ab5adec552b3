"""The only writer of a node's models: catalogue, sources, fetching and publishing."""
