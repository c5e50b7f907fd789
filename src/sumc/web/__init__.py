"""The HTTP server: an API over the solver, the checker and the trees, and a page for people.

It needs the extra `web` (FastAPI, uvicorn and Prometheus' client); `sumc serve` starts it.
"""
