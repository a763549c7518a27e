import { randomBytes } from "node:crypto";
import type pg from "pg";
import { withClient } from "@/lib/platform/postgres/database";
import { createTestDatabase, startTestPostgres } from "../support/platform/postgres";
import type { Print } from "./report";

const ENTRIES = Number(process.env.AUDIT_ENTRIES ?? 1_000_000);
const ENTRIES_IN_CHUNK = 100_000;
const MB = 2 ** 20;

const INSERT = `
  INSERT INTO audit_entries (id, organization_id, occurred_at, actor_type, actor_id, actor_name, action, subject_id,
    address, browser, request_id, changes)
  SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || right(md5(number::text), 19))::uuid, $1,
    at, 'User', 'person-' || number % 50, 'Mara Lind', 'badge_template.update', 'template-' || number % 500,
    '203.0.113.' || number % 250, 'Firefox on Linux', gen_random_uuid(), '[{"field": "name", "from": "Old", "to": "New"}]'
  FROM generate_series($2::integer + 1, $2::integer + $3::integer) AS number
    CROSS JOIN LATERAL (SELECT '2026-01-01'::timestamptz + number * interval '20 seconds' AS at) AS time`;

/** The service needs the environment of a server when it is loaded. */
async function loadService(url: string) {
  Object.assign(process.env, {
    DATABASE_URL: url,
    APP_URL: "http://localhost:3000",
    ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    SESSION_SECRET: randomBytes(32).toString("hex"),
    LOG_LEVEL: "silent",
  });
  const [
    { setUpOrganization },
    jobs,
    { verifyChain },
    { verifyAuditChain, readVerificationQuery },
    { disconnect },
  ] = await Promise.all([
    import("@/lib/operations/installation/service"),
    import("@/lib/oversight/audit-chain/jobs"),
    import("@/lib/oversight/audit-chain/verify-chain"),
    import("@/lib/oversight/audit-chain/verify-part"),
    import("@/lib/kernel/db"),
  ]);
  return { setUpOrganization, ...jobs, verifyChain, verifyAuditChain, readVerificationQuery, disconnect };
}

type Service = Awaited<ReturnType<typeof loadService>>;

/** Runs `work`, and returns its result, how long it took, and how much memory the process had at most. */
async function measure<Result>(work: () => Promise<Result>) {
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50);
  const began = performance.now();
  const result = await work().finally(() => clearInterval(watch));
  return { result, seconds: (performance.now() - began) / 1_000, megabytes: Math.round(peak / MB) };
}

/** Stores entries by the path of every change, appends them to the chain, and signs a head after each chunk. */
async function fill(service: Service, client: pg.Client, organizationId: string): Promise<void> {
  for (let stored = 0; stored < ENTRIES; stored += ENTRIES_IN_CHUNK) {
    await client.query(INSERT, [organizationId, stored, ENTRIES_IN_CHUNK]);
    while (await service.signAuditHeads());
  }
  await client.query("VACUUM ANALYZE");
}

/** Verifies as the console does, part by part. Returns the number of parts, the longest, and what is wrong. */
async function verifyInParts({ verifyAuditChain, readVerificationQuery }: Service, organizationId: string) {
  const times: number[] = [];
  let cursor: string | null = null;
  for (;;) {
    const query: URLSearchParams = new URLSearchParams(cursor === null ? {} : { cursor });
    const began = performance.now();
    const part = await verifyAuditChain({ organizationId }, readVerificationQuery(query));
    times.push(performance.now() - began);
    cursor = part.next_cursor;
    if (cursor === null)
      return { parts: times.length, longestMs: Math.round(Math.max(...times)), difference: part.difference };
  }
}

/**
 * Fills the chain of one organization with a million entries, or `AUDIT_ENTRIES`, and verifies it as `admin audit verify` and as the console do.
 * Both run in this process, without HTTP.
 */
export async function auditChain(print: Print): Promise<void> {
  const server = await startTestPostgres();
  try {
    const { url } = await createTestDatabase(server.url);
    const service = await loadService(url);
    const { made } = await service.setUpOrganization({ name: "Audit", adminEmail: "audit@example.org" });
    const id = made.organization_id;
    const filled = await measure(() => withClient(url, (client) => fill(service, client, id)));
    print(`${ENTRIES} entries inserted, appended and signed: ${filled.seconds.toFixed(0)} s`);
    const whole = await measure(() => service.verifyChain(id));
    const { links, heads, finding } = whole.result;
    print(`audit verify: ${links} links, ${heads} heads, ${JSON.stringify(finding)}`);
    print(`  ${whole.seconds.toFixed(1)} s, at most ${whole.megabytes} MB`);
    const parts = await measure(() => verifyInParts(service, id));
    print(`console: ${JSON.stringify(parts.result)}`);
    print(`  ${parts.seconds.toFixed(1)} s, at most ${parts.megabytes} MB`);
    await service.disconnect();
  } finally {
    await server.stop();
  }
}
