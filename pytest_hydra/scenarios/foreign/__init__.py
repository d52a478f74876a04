"""Import scenarios from foreign formats, one module per format."""
