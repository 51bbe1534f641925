"""The mission over HTTP: plan, watch, scrub, keep; for the built page and for any other client."""
