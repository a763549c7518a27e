import type pg from "pg";
import { expect, it } from "vitest";
import { badgeBody, createTestOrganization, createTemplate, nextSerial } from "../../support/builders";
import { openConnection, sql } from "../../support/platform/database";

const BATCHES = 8;
const BATCH = 1_000;

/** Each candidate may already be held in three ways: by address, by account and by earner id. */
const buildCandidates = (templateId: string, count: number) => {
  const name = nextSerial();
  return JSON.stringify(
    Array.from({ length: count }, (_one, index) => ({
      id: crypto.randomUUID(),
      badge_template_id: templateId,
      recipient_email: `${name}-${index}@example.org`,
      user_id: crypto.randomUUID(),
      issuer_earner_id: `${name}-${index}`,
    })),
  );
};

/** Runs `work` while one open transaction per template holds the locks of this many candidates. */
async function withLocks(
  templateIds: string[],
  count: number,
  work: (locks: number[]) => Promise<void>,
): Promise<void> {
  const connections = await Promise.all(templateIds.map(openConnection));
  try {
    const lockCandidates = async (connection: pg.Client, templateId = ""): Promise<number> => {
      await connection.query("BEGIN");
      await connection.query("SELECT FROM lock_badge_duplicates($1::jsonb)", [
        buildCandidates(templateId, count),
      ]);
      const { rows } = await connection.query<{ locks: number }>(
        "SELECT count(*)::int AS locks FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()",
      );
      return rows[0]?.locks ?? 0;
    };
    await work(
      await Promise.all(
        connections.map((connection, index) => lockCandidates(connection, templateIds[index])),
      ),
    );
  } finally {
    await Promise.all(connections.map((connection) => connection.end()));
  }
}

it("eight concurrent batches of 1,000 leave enough database locks for everything else", async () => {
  const [busy, other] = [await createTestOrganization(), await createTestOrganization()];
  const created = await Promise.all(Array.from({ length: BATCHES }, () => createTemplate(busy)));
  const single = await createTemplate(other);
  const ids = created.map(({ id }) => id);
  await withLocks(ids, BATCH, async (locks) => {
    expect(locks).toEqual(ids.map(() => 1));
    expect((await other.client.post("/badges", badgeBody(single.id))).status).toBe(201);
  });
});

it("a few badges lock only their recipients, so that others of the template can be issued meanwhile", async () => {
  const organization = await createTestOrganization();
  const { id } = await createTemplate(organization);
  await withLocks([id], 50, async (locks) => {
    expect(locks).toEqual([1 + 3 * 50]);
    expect((await organization.client.post("/badges", badgeBody(id))).status).toBe(201);
  });
});

it("a concurrent batch and single issues for the same recipients: each recipient gets the badge once", async () => {
  const organization = await createTestOrganization();
  const { id } = await createTemplate(organization);
  const name = nextSerial();
  const badges = Array.from({ length: 60 }, (_one, index) =>
    badgeBody(id, { recipient_email: `both-${name}-${index}@example.org` }),
  );
  const sending = organization.client.post("/badges/batch", { badges });
  const singles = await Promise.all(badges.map((body) => organization.client.post("/badges", body)));
  const results = (await sending).data as { status: number }[];
  const statuses = [...results, ...singles].map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(badges.length);
  expect(statuses.filter((status) => status === 422)).toHaveLength(badges.length);
  const [row] = await sql(
    `SELECT count(*)::int AS badges, count(DISTINCT recipient_email)::int AS addresses
     FROM issued_badges WHERE badge_template_id = $1`,
    [id],
  );
  expect(row).toEqual({ badges: badges.length, addresses: badges.length });
});

it("an issue does not wait for others of its template that are not committed yet", async () => {
  const organization = await createTestOrganization();
  const { id } = await createTemplate(organization);
  await organization.client.post("/badges", badgeBody(id));
  const connection = await openConnection();
  try {
    await connection.query("BEGIN");
    const { rowCount } = await connection.query(
      "UPDATE badge_template_issue_counts SET issued = issued + 1 WHERE badge_template_id = $1",
      [id],
    );
    expect(rowCount).toBe(1);
    for (const _one of [1, 2])
      expect((await organization.client.post("/badges", badgeBody(id))).status).toBe(201);
    await connection.query("COMMIT");
  } finally {
    await connection.end();
  }
  expect((await organization.client.get(`/badge_templates/${id}`)).data.badges_count).toBe(4);
});

it("counts every badge of templates from which many issue and delete at the same time", async () => {
  const organization = await createTestOrganization();
  const ids = await Promise.all([1, 2, 3].map(async () => (await createTemplate(organization)).id));
  const issue = (index: number) => organization.client.post("/badges", badgeBody(ids[index % 3] ?? ""));
  const first = await Promise.all(Array.from({ length: 12 }, (_one, index) => issue(index)));
  const name = nextSerial();
  const batch = ids.map((id) => badgeBody(id, { recipient_email: `counted-${name}@example.org` }));
  await Promise.all([
    ...first.map(({ data }) => organization.client.delete(`/badges/${data.id}`)),
    ...Array.from({ length: 24 }, (_one, index) => issue(index)),
    organization.client.post("/badges/batch", { badges: batch }),
    organization.client.post("/badges/batch", {
      badges: [...batch].reverse().map((body) => ({ ...body, recipient_email: `other-${name}@example.org` })),
    }),
  ]);
  const { data } = await organization.client.get("/badge_templates?sort=badges_count");
  expect((data as { badges_count: number }[]).map(({ badges_count: count }) => count)).toEqual([10, 10, 10]);
});

it("counts what a server of the previous version issues at the same time", async () => {
  const organization = await createTestOrganization();
  const { id } = await createTemplate(organization);
  await organization.client.post("/badges", badgeBody(id));
  // The statements of that version: when it creates a template, issues and deletes.
  await sql("INSERT INTO badge_template_counts (badge_template_id) VALUES ($1)", [id]);
  for (const change of [1, 5, -1])
    await sql("UPDATE badge_template_counts SET issued = issued + $2 WHERE badge_template_id = $1", [
      id,
      change,
    ]);
  expect((await organization.client.get(`/badge_templates/${id}`)).data.badges_count).toBe(6);
});
