import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { addProvenAddress, inspectClaimLink } from "@/lib/accounts/accounts/emails";
import { newId } from "@/lib/kernel/ids";
import { createPurposeToken } from "@/lib/kernel/secrets";
import { issueBadge } from "@/lib/badges/issued/issue";
import { IssueInput } from "@/lib/badges/issued/schema";
import { insertIdentity } from "@/lib/learning/connections/queries";
import { insertMembership } from "@/lib/organizations/profile/queries";
import {
  badgeBody,
  createTestOrganization,
  createTemplate,
  nextSerial,
  type TestOrganization,
} from "../../support/builders";
import { digestTables, isWaiting, openConnection, sql } from "../../support/platform/database";
import {
  issueAcceptedBadge,
  claimAddress,
  confirmAddress,
  listEventsByPrefix,
  issueBadgeTo,
  createEarner,
  type TestEarner,
} from "../../support/accounts/earners";
import { createConnectedIntegration, createTestLearningApp } from "../../support/learning/learning";
import { stopClock } from "../../support/delivery/outbox";
import { until } from "../../support/until";

let issuer: TestOrganization;

beforeAll(async () => {
  issuer = await createTestOrganization();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const newEmail = (): string => `merged-${nextSerial()}@example.org`;

/** The proof for `survivor` that they own the account of `source` too. */
async function createProof(survivor: TestEarner, source: TestEarner) {
  const { id, token } = await claimAddress(survivor, source.email);
  return { email_id: id, token };
}

async function mergeAccounts(survivor: TestEarner, source: TestEarner) {
  return survivor.client.post("/merge", await createProof(survivor, source));
}

const createTwoEarners = async () => [await createEarner(), await createEarner()] as const;

const insertEmployee = (organizationId: string, userId: string, email: string) =>
  sql(
    `INSERT INTO employees (id, organization_id, email, user_id, state, state_updated_at, updated_at)
     VALUES (gen_random_uuid(), $1, $2, $3, 'accepted', now(), now())`,
    [organizationId, email, userId],
  );

const insertExternalBadge = (userId: string) =>
  sql(
    `INSERT INTO external_badges (id, user_id, type, badge_name, refreshed_at)
     VALUES (gen_random_uuid(), $1, 'OpenBadge', 'Elsewhere', now())`,
    [userId],
  );

/** The tables and columns that reference an account, from the database catalog. */
const listReferences = async () => {
  const rows = await sql(
    `SELECT source.relname AS table, attname AS column FROM pg_constraint
     JOIN pg_class AS source ON source.oid = conrelid JOIN pg_class AS target ON target.oid = confrelid
     JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
     WHERE contype = 'f' AND target.relname = 'users' ORDER BY 1, 2`,
  );
  return rows.map(({ table, column }) => ({ table: String(table), column: String(column) }));
};

describe("POST /me/merge", () => {
  it("200: the signed-in account gets everything of the other one, and nothing references that any more", async () => {
    const [survivor, source] = await createTwoEarners();
    const [pending, accepted] = [
      await issueBadgeTo(issuer, source.email),
      await issueAcceptedBadge(issuer, source),
    ];
    const { email: second } = await confirmAddress(source, newEmail());
    const waiting = await issueBadgeTo(issuer, second);
    const employer = await createTestOrganization();
    await insertEmployee(employer.id, source.id, source.email);
    await insertExternalBadge(source.id);
    await insertMembership(employer.id, source.id, "viewer");
    await source.client.post("/connected_applications", { client_id: employer.client_id });
    const course = await createConnectedIntegration(
      await createTestLearningApp(employer, { owner_id: source.id }),
    );
    const connectedAt = new Date();
    await insertIdentity({ appId: course.app.id, ltiUserId: "7", userId: source.id, connectedAt });

    const { status, data } = await mergeAccounts(survivor, source);
    expect(status, JSON.stringify(data)).toBe(200);
    expect(data).toMatchObject({ id: survivor.id, email: survivor.email });
    const { data: badges } = await survivor.client.get("/badges?sort=created_at");
    expect(badges.map(({ id }: { id: string }) => id)).toEqual([pending.id, accepted.id, waiting.id]);
    const { data: emails } = await survivor.client.get("/emails");
    expect(emails).toMatchObject([
      { email: survivor.email, primary: true },
      { email: source.email, primary: false, confirmed: true },
      { email: second, primary: false, confirmed: true },
    ]);
    expect((await survivor.client.get("/connected_applications")).metadata.total_count).toBe(1);
    expect((await issuer.client.get(`/badges/${accepted.id}`)).data.user.id).toBe(survivor.id);
    for (const { table, column } of await listReferences()) {
      const [row] = await sql(`SELECT count(*)::int AS count FROM "${table}" WHERE "${column}" = $1`, [
        source.id,
      ]);
      expect(row, `${table}.${column}`).toEqual({ count: 0 });
    }
    const moved = await sql(
      `SELECT (SELECT count(*) FROM employees WHERE user_id = $1)::int AS employees,
         (SELECT count(*) FROM external_badges WHERE user_id = $1)::int AS external_badges,
         (SELECT string_agg(role::text, ',') FROM memberships WHERE user_id = $1) AS roles,
         (SELECT count(*) FROM learning_identities WHERE user_id = $1)::int AS identities`,
      [survivor.id],
    );
    expect(moved).toEqual([{ employees: 1, external_badges: 1, roles: "viewer", identities: 1 }]);
    // The owner's token now belongs to the remaining account, and so does the app.
    const { status: listed, meta } = await course.app.client.get("/v1.1/cle_integrations");
    expect([listed, meta.token_owner]).toEqual([200, survivor.id]);
  });

  it("200: of two memberships the higher role stays", async () => {
    for (const [own, other] of [
      ["viewer", "administrator"],
      ["administrator", "issuer"],
    ] as const) {
      const [survivor, source] = await createTwoEarners();
      const organization = await createTestOrganization();
      await insertMembership(organization.id, survivor.id, own);
      await insertMembership(organization.id, source.id, other);
      expect((await mergeAccounts(survivor, source)).status).toBe(200);
      const rows = await sql("SELECT role FROM memberships WHERE organization_id = $1 AND user_id = $2", [
        organization.id,
        survivor.id,
      ]);
      expect(rows).toEqual([{ role: "administrator" }]);
    }
  });

  it("200: ends the other account: its session, its password, and what was merged into it before", async () => {
    const [survivor, source] = await createTwoEarners();
    const earlier = await createEarner();
    await source.client.put("/password", { password: "a long password" });
    const [row] = await sql("SELECT session_version AS version FROM users WHERE id = $1", [source.id]);
    await sql("UPDATE users SET session_version = 1 WHERE id = $1", [source.id]);
    expect(row).toEqual({ version: 2 });
    expect((await mergeAccounts(source, earlier)).status).toBe(200);
    expect((await mergeAccounts(survivor, source)).status).toBe(200);
    for (const { client } of [source, earlier]) expect((await client.get("")).status).toBe(401);
    const ended = await sql(
      "SELECT merged_into_id AS into, password_hash AS password FROM users WHERE id = ANY ($1)",
      [[source.id, earlier.id]],
    );
    expect(ended).toEqual(Array(2).fill({ into: survivor.id, password: null }));
    expect((await survivor.client.get("/emails")).metadata.total_count).toBe(3);
  });

  it("user.account_merged: once to every organization that knows either account, and to no other", async () => {
    const [survivor, source] = await createTwoEarners();
    const organizations = await Promise.all(Array.from({ length: 5 }, () => createTestOrganization()));
    const [one, both, employer, watcher, stranger] = organizations as [
      TestOrganization,
      TestOrganization,
      TestOrganization,
      TestOrganization,
      TestOrganization,
    ];
    await issueBadgeTo(one, source.email);
    for (const { email } of [survivor, source]) await issueBadgeTo(both, email);
    await insertEmployee(employer.id, survivor.id, survivor.email);
    await source.client.post("/connected_applications", { client_id: watcher.client_id });
    expect((await mergeAccounts(survivor, source)).status).toBe(200);
    for (const organization of [one, both, employer, watcher]) {
      const events = await listEventsByPrefix(organization, "user.");
      expect(events).toEqual([
        {
          id: events[0]?.id,
          organization_id: organization.id,
          event_type: "user.account_merged",
          occurred_at: events[0]?.occurred_at,
          source_user_id: source.id,
          destination_user_id: survivor.id,
        },
      ]);
    }
    expect(await listEventsByPrefix(stranger, "user.")).toEqual([]);
  });

  it("user.public_badges.added: to an application connected to one of the accounts, with the badges of the other", async () => {
    const [survivor, source] = await createTwoEarners();
    const [ofSurvivor, ofSource, ofBoth] = [
      await createTestOrganization(),
      await createTestOrganization(),
      await createTestOrganization(),
    ];
    const [own, brought] = [
      await issueAcceptedBadge(issuer, survivor),
      await issueAcceptedBadge(issuer, source),
    ];
    await issueAcceptedBadge(issuer, source, true);
    const connectApplication = (earner: TestEarner, organization: TestOrganization) =>
      earner.client.post("/connected_applications", { client_id: organization.client_id });
    await Promise.all([
      connectApplication(survivor, ofSurvivor),
      connectApplication(source, ofSource),
      connectApplication(survivor, ofBoth),
      connectApplication(source, ofBoth),
    ]);
    await mergeAccounts(survivor, source);
    const listAddedBadgeIds = async (organization: TestOrganization) =>
      (await listEventsByPrefix(organization, "user.public_badges.added"))
        .filter(({ user_id: id }) => id === survivor.id)
        .map(({ badge }) => (badge as { id: string }).id);
    expect(await listAddedBadgeIds(ofSurvivor)).toEqual([own.id, brought.id]);
    expect(await listAddedBadgeIds(ofSource)).toEqual([own.id]);
    expect(await listAddedBadgeIds(ofBoth)).toEqual([own.id]);
  });

  it("404 and 422: refused without the proof, which is for one person and one purpose; nothing changes", async () => {
    const [survivor, source] = await createTwoEarners();
    const proof = await createProof(survivor, source);
    const thief = await createEarner();
    const newClaim = await claimAddress(survivor, newEmail());
    const before = await digestTables();
    expect((await thief.client.post("/merge", proof)).status).toBe(404);
    for (const id of [newId(), "x", "\u0000"]) {
      expect((await survivor.client.post("/merge", { ...proof, email_id: id })).status).toBe(404);
    }
    const attempts = [
      { ...proof, token: "" },
      { ...proof, token: newClaim.token },
      { ...proof, token: createPurposeToken("accept-badge", proof.email_id) },
      { email_id: newClaim.id, token: newClaim.token },
    ];
    for (const attempt of attempts) {
      const { status, data } = await survivor.client.post("/merge", attempt);
      expect([status, data.code]).toEqual([422, "invalid_link"]);
    }
    const confirming = await survivor.client.post(`/emails/${proof.email_id}/confirm`, {
      token: proof.token,
    });
    expect(confirming.data.code).toBe("invalid_link");
    expect((await survivor.client.post("/merge", {})).status).toBe(422);
    expect(await digestTables()).toEqual(before);
  });

  it("sends the proof to the primary address of the other account, whichever address was entered", async () => {
    const [survivor, source] = await createTwoEarners();
    const { email } = await confirmAddress(source, newEmail());
    const claim = await claimAddress(survivor, email);
    expect(claim.mail.to.address).toBe(source.email);
    expect((await survivor.client.post("/merge", { email_id: claim.id, token: claim.token })).status).toBe(
      200,
    );
  });

  it("422: an address that no other account has any more", async () => {
    const [survivor, source] = await createTwoEarners();
    const proof = await createProof(survivor, source);
    const { id } = await confirmAddress(source, newEmail());
    const [old] = (await source.client.get("/emails")).data;
    await source.client.patch(`/emails/${id}`, { primary: true });
    await source.client.delete(`/emails/${old.id}`);
    expect((await survivor.client.post("/merge", proof)).data.code).toBe("nothing_to_merge");
  });
});

describe("the link of a completed merge", () => {
  const earnerContext = ({ id }: Pick<TestEarner, "id">) => ({
    userId: id,
    actor: { type: "User", id, name: "" } as const,
  });
  const inspectLink = (
    person: Pick<TestEarner, "id">,
    { email_id: id, token }: { email_id: string; token: string },
  ) => inspectClaimLink(earnerContext(person), id, { purpose: "merge-accounts", token });

  it("tells the remaining account that the accounts are one, however late, and no other account", async () => {
    const [survivor, source] = await createTwoEarners();
    const proof = await createProof(survivor, source);
    expect(await inspectLink(survivor, proof)).toEqual({ status: "ready", email: source.email });
    expect((await survivor.client.post("/merge", proof)).status).toBe(200);
    expect(await inspectLink(survivor, proof)).toEqual({ status: "merged", email: source.email });
    const later = new Date(Date.now() + 30 * 24 * 3_600_000);
    stopClock(later);
    await sql("UPDATE sessions SET proved_at = $2 WHERE user_id = $1", [survivor.id, later]);
    expect(await inspectLink(survivor, proof)).toEqual({ status: "merged", email: source.email });
    expect(await inspectLink(survivor, { ...proof, token: "x" })).toMatchObject({ status: "confirmed" });
    for (const stranger of [source, await createEarner()]) {
      expect(await inspectLink(stranger, proof)).toEqual({ status: "not_yours", email: null });
    }
    const { status, data } = await survivor.client.post("/merge", proof);
    expect([status, data.code]).toEqual([422, "already_confirmed"]);
  });

  it("does not say so about an address that was added in another way", async () => {
    const [survivor, source] = await createTwoEarners();
    const proof = await createProof(survivor, source);
    const { id } = await confirmAddress(source, newEmail());
    const [old] = (await source.client.get("/emails")).data;
    await source.client.patch(`/emails/${id}`, { primary: true });
    await source.client.delete(`/emails/${old.id}`);
    expect(await addProvenAddress(earnerContext(survivor), source.email, true)).toBe(true);
    expect(await inspectLink(survivor, proof)).toEqual({ status: "confirmed", email: source.email });
  });

  it("still confirms an address that both had only claimed", async () => {
    const [survivor, source] = await createTwoEarners();
    const address = newEmail();
    const claim = await claimAddress(survivor, address);
    await claimAddress(source, address);
    expect((await mergeAccounts(survivor, source)).status).toBe(200);
    const { status } = await survivor.client.post(`/emails/${claim.id}/confirm`, { token: claim.token });
    expect(status).toBe(200);
    expect((await survivor.client.get("/emails")).metadata.total_count).toBe(3);
  });
});

describe("concurrent merges", () => {
  it.each([0, 1])(
    "of the same accounts, in both directions: one succeeds, with %i badges each",
    async (count) => {
      const [one, other] = await createTwoEarners();
      const badges = [];
      for (const earner of Array<typeof one>(count).fill(one).concat(Array(count).fill(other))) {
        badges.push(await issueAcceptedBadge(issuer, earner));
      }
      const ids = badges.map(({ id }) => id).toSorted();
      const proofs = [await createProof(one, other), await createProof(other, one)] as const;
      const responses = await Promise.all([
        one.client.post("/merge", proofs[0]),
        other.client.post("/merge", proofs[1]),
        one.client.post("/merge", proofs[0]),
      ]);
      const won = responses.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      expect(responses.every(({ status }) => [200, 401, 404, 422].includes(status))).toBe(true);
      const survivor = [one, other].find(({ id }) => id === won[0]?.data.id);
      const { data } = (await survivor?.client.get("/badges")) ?? {};
      expect(data.map(({ id }: { id: string }) => id).toSorted()).toEqual(ids);
    },
  );

  it("give a badge that is issued meanwhile to the ending account to the remaining one", async () => {
    const [survivor, source] = await createTwoEarners();
    const proof = await createProof(survivor, source);
    const template = await createTemplate(issuer);
    const blocker = await openConnection();
    await blocker.query("BEGIN");
    await blocker.query("SELECT 1 FROM badge_templates WHERE id = $1 FOR UPDATE", [template.id]);
    // It has read who owns the address, and waits to write the badge.
    const body = IssueInput.parse(badgeBody(template.id, { recipient_email: source.email }));
    const issuing = issueBadge(issuer.caller, body);
    await until("the issue to wait", () => isWaiting());
    expect((await survivor.client.post("/merge", proof)).status).toBe(200);
    await blocker.query("COMMIT");
    await blocker.end();
    const { id } = await issuing;
    expect(await sql("SELECT user_id FROM issued_badges WHERE id = $1", [id])).toEqual([
      { user_id: survivor.id },
    ]);
    expect((await survivor.client.get(`/badges/${id}`)).status).toBe(200);
  });

  it("together with answers and privacy changes neither fail nor lose anything", async () => {
    const [survivor, source] = await createTwoEarners();
    const proof = await createProof(survivor, source);
    const badges = [];
    for (let index = 0; index < 4; index += 1) badges.push(await issueBadgeTo(issuer, source.email));
    const answering = badges.map(({ id }) => source.client.post(`/badges/${id}/accept`));
    const [merged, ...responses] = await Promise.all([survivor.client.post("/merge", proof), ...answering]);
    expect(merged.status).toBe(200);
    // A request whose session ended first gets a client error, never a server error.
    expect(responses.every(({ status }) => [200, 401, 404].includes(status))).toBe(true);
    const { data } = await survivor.client.get("/badges");
    expect(data).toHaveLength(4);
    const accepted = data.filter(({ state }: { state: string }) => state === "accepted");
    expect(accepted).toHaveLength(responses.filter(({ status }) => status === 200).length);
  });
});
