export const SERVICE_MOVE_STATES = ["ready", "running", "done", "stopped", "failed"] as const;

export const SERVICE_MOVE_PHASES = ["reading", "writing"] as const;
