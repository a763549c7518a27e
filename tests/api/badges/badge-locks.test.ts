import type pg from "pg";
import { expect, it } from "vitest";
import { badgeBody, makeOrganization, makeTemplate, serial } from "../../support/builders";
import { openConnection, sql } from "../../support/platform/database";

const BATCHES = 8;
const BATCH = 1_000;

/** Each candidate may already be held in three ways: by address, by account and by earner id. */
const candidatesOf = (templateId: string, count: number) => {
  const name = serial();
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
async function whileLocked(
  templateIds: string[],
  count: number,
  work: (locks: number[]) => Promise<void>,
): Promise<void> {
  const connections = await Promise.all(templateIds.map(openConnection));
  try {
    const lock = async (connection: pg.Client, templateId = ""): Promise<number> => {
      await connection.query("BEGIN");
      await connection.query("SELECT FROM lock_badge_duplicates($1::jsonb)", [
        candidatesOf(templateId, count),
      ]);
      const { rows } = await connection.query<{ locks: number }>(
        "SELECT count(*)::int AS locks FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()",
      );
      return rows[0]?.locks ?? 0;
    };
    await work(
      await Promise.all(connections.map((connection, index) => lock(connection, templateIds[index]))),
    );
  } finally {
    await Promise.all(connections.map((connection) => connection.end()));
  }
}

it("eight concurrent batches of 1,000 leave enough database locks for everything else", async () => {
  const [busy, other] = [await makeOrganization(), await makeOrganization()];
  const made = await Promise.all(Array.from({ length: BATCHES }, () => makeTemplate(busy)));
  const single = await makeTemplate(other);
  const ids = made.map(({ id }) => id);
  await whileLocked(ids, BATCH, async (locks) => {
    expect(locks).toEqual(ids.map(() => 1));
    expect((await other.client.post("/badges", badgeBody(single.id))).status).toBe(201);
  });
});

it("a few badges lock only their recipients, so that others of the template can be issued meanwhile", async () => {
  const organization = await makeOrganization();
  const { id } = await makeTemplate(organization);
  await whileLocked([id], 50, async (locks) => {
    expect(locks).toEqual([1 + 3 * 50]);
    expect((await organization.client.post("/badges", badgeBody(id))).status).toBe(201);
  });
});

it("a concurrent batch and single issues for the same recipients: each recipient gets the badge once", async () => {
  const organization = await makeOrganization();
  const { id } = await makeTemplate(organization);
  const name = serial();
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
