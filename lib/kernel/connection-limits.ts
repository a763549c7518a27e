// Apart from db.ts, because the supervisor does not load the database client.

/** The connections of a process for hourly jobs, besides those of its pool. */
export const JOB_CONNECTIONS = 2;

/** The pool of the process for jobs, whatever DATABASE_POOL is. */
export const RUNNER_POOL = 5;
