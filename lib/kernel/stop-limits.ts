/**
 * Seconds in which open requests may finish after a stop has closed the port. The longest request that succeeds waits 10 s
 * for its body's memory or for another server, 8 s for a connection to the database (DATABASE_WAIT_MS), and works
 * for 30 s (DATABASE_STATEMENT_MS, and the limit of a transaction).
 */
export const REQUEST_SECONDS = 50;

/**
 * Seconds in which the processes of the service may end after a stop has closed the port. Then they are killed. Longer than
 * requests and than any attempt of a job (an e-mail: 45 s), because an attempt that is killed is repeated.
 */
export const STOP_SECONDS = 60;
