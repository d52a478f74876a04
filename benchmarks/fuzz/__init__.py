"""Whatever others write, given to what reads it: only our errors, in bounded time and memory."""
