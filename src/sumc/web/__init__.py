"""The HTTP server: an API over the solver, the checker and the trees, and a page for people.

It needs the extra `web` (FastAPI and uvicorn); `sumc serve` starts it.
"""
