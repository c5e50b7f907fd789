"""The proof on demand that nothing is lost and nothing foreign is raised: `scripts/soak`."""
