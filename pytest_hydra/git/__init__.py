"""Sources of changes: git refs, patches, worktrees, and agents."""
