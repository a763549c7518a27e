import { setTimeout as sleep } from "node:timers/promises";
import { withClient } from "@/lib/platform/postgres/database";
import { describeFailure, type Check, type ExaminedDatabase, type Finding } from "./finding";

const POLL_MS = 100;

const buildFinding = (problem: string): Finding => ({
  problem: `The replica of READ_DATABASE_URL is not used: ${problem}`,
  reason: "The primary answers every read instead, and has to carry the whole load.",
  remedy:
    "Mend the replication, or set READ_DATABASE_URL to a streaming replica of DATABASE_URL, and restart.",
});

/** Compares the replica's position with the primary's, until it has replayed it or the permitted time is over. */
async function inspectReplica({ env, client }: ExaminedDatabase): Promise<Finding[]> {
  return withClient(env.READ_DATABASE_URL ?? "", async (replica) => {
    const state = await replica.query<{ isStandby: boolean }>('SELECT pg_is_in_recovery() AS "isStandby"');
    if (!state.rows[0]?.isStandby) return [buildFinding("it is no standby.")];
    const position = await client.query<{ lsn: string }>("SELECT pg_current_wal_flush_lsn()::text AS lsn");
    const deadline = performance.now() + env.READ_DATABASE_LAG_MS;
    for (;;) {
      const { rows } = await replica.query<{ missing: number | null }>(
        "SELECT pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn())::float8 AS missing",
        [position.rows[0]?.lsn],
      );
      const missing = rows[0]?.missing ?? Infinity;
      if (missing <= 0) return [];
      if (performance.now() > deadline)
        return [buildFinding(`it lacks ${missing} bytes of the log after ${env.READ_DATABASE_LAG_MS} ms.`)];
      await sleep(POLL_MS);
    }
  });
}

/** The replica, if there is one. */
export const REPLICA_CHECKS: Check<ExaminedDatabase>[] = [
  {
    name: "replica",
    skip: ({ env }) => (env.READ_DATABASE_URL === undefined ? "READ_DATABASE_URL is not set" : null),
    run: (examined) =>
      inspectReplica(examined).catch((error: unknown) => [buildFinding(describeFailure(error))]),
  },
];
