"""The stepping kernel and what it needs: members, routes, tables, time."""
