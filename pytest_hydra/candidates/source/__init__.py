"""Where changes come from: git, patches, worktrees, and agents."""
