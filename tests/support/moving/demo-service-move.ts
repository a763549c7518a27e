import { randomUUID } from "node:crypto";
import pg from "pg";

const kind = (created: number, refused = 0) => ({ created, changed: 0, unchanged: 0, refused });

const REPORT = {
  created: 8_412,
  changed: 0,
  unchanged: 0,
  refused: 2,
  kinds: { badge_template: kind(24), issued_badge: kind(8_214, 2), employee: kind(174) },
  refusals: [
    { kind: "issued_badge", id: "b-417", reason: "recipient_email: must be an e-mail address" },
    { kind: "issued_badge", id: "b-2038", reason: "The record is too large." },
  ],
  skipped_count: 1,
  skipped: [
    { kind: "image", id: "https://images.badges.example/41.png", reason: "responded with status 404" },
  ],
  unavailable: [],
};

const INSPECTION = {
  name: "Lumen Academy",
  lists: [
    { name: "badge_templates", is_readable: true, count: 24 },
    { name: "badges", is_readable: true, count: 8_216 },
    { name: "employees", is_readable: true, count: 174 },
    { name: "recommendations", is_readable: false, count: null },
  ],
};

/** Adds a move from another service that is done. Returns its id. */
export async function addDemoServiceMove(databaseUrl: string, organizationId: string): Promise<string> {
  const id = randomUUID();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO service_moves (id, organization_id, base_url, source_id, state, inspection, report, phase,
         started_by_type, started_by_id, created_at, updated_at, started_at, finished_at)
       VALUES ($1, $2, 'https://api.badges.example', '417', 'done', $3, $4, 'writing', 'User', $5, now(), now(), now(), now())`,
      [id, organizationId, INSPECTION, REPORT, randomUUID()],
    );
    return id;
  } finally {
    await client.end();
  }
}
