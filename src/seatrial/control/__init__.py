"""Controllers, guidance and allocation, one file each."""
