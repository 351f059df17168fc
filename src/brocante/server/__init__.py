"""Tables over HTTP and WebSockets: stored, then told."""
