import { describe, expect, it } from "vitest";
import { badgeBody, createTemplate, nextSerial } from "../../support/builders";
import { digestTables, sql } from "../../support/platform/database";
import { organization, template, useIssuer } from "../../support/badges/issuing-setting";
import { createPerson } from "../../support/accounts/members";

useIssuer();

const requestIssue = (changes: Record<string, unknown>, templateId = template.id) =>
  organization.client.post("/badges", badgeBody(templateId, changes));

async function issueBadge(changes: Record<string, unknown>, templateId = template.id) {
  const { status, data } = await requestIssue(changes, templateId);
  expect(status, JSON.stringify(data)).toBe(201);
  return data;
}

async function expectDenied(changes: Record<string, unknown>) {
  const { status, data } = await requestIssue(changes);
  expect(status).toBe(422);
  expect(data.message).toContain("already has this badge");
  expect(data.code).toBe("duplicate_badge");
}

const newHolderEmail = () => `holder-${nextSerial()}@example.org`;
const setState = (id: string, state: string) =>
  sql("UPDATE issued_badges SET state = $2::badge_state WHERE id = $1", [id, state]);
const listBadges = (email: string) =>
  sql(
    `SELECT id, state, replaces_badge_id, replacement_badge_id FROM issued_badges
     WHERE recipient_email = $1 ORDER BY created_at, id`,
    [email],
  );
const listEvents = async (email: string) => {
  const rows = await sql(
    `SELECT event_type FROM events JOIN issued_badges badge ON badge.id = subject_id
     WHERE recipient_email = $1 ORDER BY event_type`,
    [email],
  );
  return rows.map(({ event_type }) => event_type);
};

describe("the search for duplicates", () => {
  it("uses the index by recipient, even when the database has no statistics yet", async () => {
    const [row] = await sql("SELECT prosrc FROM pg_proc WHERE proname = 'lock_badge_duplicates'");
    const [, look = ""] = /RETURN QUERY(.*?);/s.exec(String(row?.prosrc)) ?? [];
    const plan = await sql(`EXPLAIN (GENERIC_PLAN) ${look.replaceAll("candidates", "$1::jsonb")}`);
    const conditions = plan.flatMap((line) => /Index Cond: (.*)/.exec(String(line["QUERY PLAN"]))?.[1] ?? []);
    const sides = ["recipient_email", "user_id", "issuer_earner_id"];
    expect(conditions).toEqual(sides.map((side) => expect.stringContaining(`${side} = c.${side}`)));
  });
});

describe("a duplicate badge", () => {
  it("422: same e-mail in any spelling; nothing is stored", async () => {
    const email = newHolderEmail();
    await issueBadge({ recipient_email: email });
    const before = await digestTables();
    await expectDenied({ recipient_email: email });
    await expectDenied({ recipient_email: email.toUpperCase(), duplicate_behavior: "deny" });
    await expectDenied({ recipient_email: email, duplicate_behavior: null });
    expect(await digestTables()).toEqual(before);
  });

  it("422: same user under another confirmed address", async () => {
    const person = await createPerson();
    const second = newHolderEmail();
    await sql(
      `INSERT INTO user_emails (id, user_id, email, "primary", confirmed_at) VALUES (gen_random_uuid(), $1, $2, false, now())`,
      [person.id, second],
    );
    await issueBadge({ recipient_email: person.email });
    await expectDenied({ recipient_email: second });
  });

  it("422: same issuer_earner_id under another address", async () => {
    const issuer_earner_id = `E-${nextSerial()}`;
    await issueBadge({ issuer_earner_id });
    await expectDenied({ issuer_earner_id });
    await issueBadge({ issuer_earner_id: `${issuer_earner_id}x` });
  });

  it("201: nothing in common, or another template", async () => {
    const email = newHolderEmail();
    await issueBadge({ recipient_email: email });
    await issueBadge({});
    await issueBadge({ recipient_email: email }, (await createTemplate(organization)).id);
  });

  it("counts accepted badges, but not revoked, rejected, replaced or deleted ones", async () => {
    const email = newHolderEmail();
    for (const state of ["revoked", "rejected", "replaced"]) {
      const { id } = await issueBadge({ recipient_email: email });
      await setState(id, "accepted");
      await expectDenied({ recipient_email: email });
      await setState(id, state);
    }
    const { id } = await issueBadge({ recipient_email: email });
    await sql("UPDATE issued_badges SET deleted_at = now() WHERE id = $1", [id]);
    await issueBadge({ recipient_email: email });
  });

  it("201: allow issues another one", async () => {
    const email = newHolderEmail();
    await issueBadge({ recipient_email: email });
    await issueBadge({ recipient_email: email, duplicate_behavior: "allow" });
    expect((await listBadges(email)).map(({ state }) => state)).toEqual(["pending", "pending"]);
  });

  it("201: a template that allows duplicates ignores the requested behavior", async () => {
    const open = await createTemplate(organization, { allow_duplicate_badges: true });
    const email = newHolderEmail();
    for (const duplicate_behavior of [null, "deny", "replace", "allow"]) {
      await issueBadge({ recipient_email: email, duplicate_behavior }, open.id);
    }
    expect((await listBadges(email)).map(({ state }) => state)).toEqual(Array(4).fill("pending"));
  });

  it("201: replace links the newest match and the new badge, with both events", async () => {
    const email = newHolderEmail();
    const older = await issueBadge({ recipient_email: email });
    const newer = await issueBadge({ recipient_email: email, duplicate_behavior: "allow" });
    const data = await issueBadge({ recipient_email: email, duplicate_behavior: "replace" });
    expect(data).toMatchObject({ state: "pending", replaces_badge_id: newer.id, replacement_badge_id: null });
    expect(await listBadges(email)).toMatchObject([
      { id: older.id, state: "pending", replacement_badge_id: null },
      { id: newer.id, state: "replaced", replacement_badge_id: data.id },
      { id: data.id, state: "pending", replaces_badge_id: newer.id },
    ]);
    expect(await listEvents(email)).toEqual([...Array(3).fill("badge.created"), "badge.state.changed"]);
  });

  it("201: replace without a duplicate only issues", async () => {
    expect(await issueBadge({ duplicate_behavior: "replace" })).toMatchObject({ replaces_badge_id: null });
  });
});

describe("parallel issues", () => {
  it("50 identical requests leave one badge, one event and one mail; the others get 422", async () => {
    const body = badgeBody(template.id, {
      recipient_email: newHolderEmail(),
      issuer_earner_id: `E-${nextSerial()}`,
    });
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => organization.client.post("/badges", body)),
    );
    const statuses = responses.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([201, ...Array(49).fill(422)]);
    expect(await listBadges(body.recipient_email)).toHaveLength(1);
    expect(await listEvents(body.recipient_email)).toEqual(["badge.created"]);
    const mails = await sql(
      `SELECT 1 FROM outbox_messages m JOIN issued_badges b ON b.id = m.subject_id WHERE recipient_email = $1`,
      [body.recipient_email],
    );
    expect(mails).toHaveLength(1);
  });

  it("requests that overlap in different ways (e-mail, earner id) leave no two duplicates", async () => {
    const emails = [newHolderEmail(), newHolderEmail(), newHolderEmail()];
    const earners = [`E-${nextSerial()}`, `E-${nextSerial()}`, `E-${nextSerial()}`];
    const pairs = emails.flatMap((recipient_email) =>
      earners.map((issuer_earner_id) => ({ recipient_email, issuer_earner_id })),
    );
    const responses = await Promise.all([...pairs, ...pairs].map((pair) => requestIssue(pair)));
    const issuedBadges = responses.filter(({ status }) => status === 201).map(({ data }) => data);
    expect(responses.every(({ status }) => status === 201 || status === 422)).toBe(true);
    for (const key of ["recipient_email", "issuer_earner_id"]) {
      expect(new Set(issuedBadges.map((badge) => badge[key])).size).toBe(issuedBadges.length);
    }
  });

  it("20 concurrent replacements run one after the other: one badge is held, the others form its chain", async () => {
    const email = newHolderEmail();
    const first = await issueBadge({ recipient_email: email });
    const body = badgeBody(template.id, { recipient_email: email, duplicate_behavior: "replace" });
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => organization.client.post("/badges", body)),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const rows = await listBadges(email);
    expect(rows.filter(({ state }) => state === "pending")).toHaveLength(1);
    expect(rows.filter(({ state }) => state === "replaced")).toHaveLength(20);
    const next = new Map(rows.map((row) => [row.id, row.replacement_badge_id]));
    let length = 1;
    for (let id: unknown = first.id; next.get(id); id = next.get(id)) length += 1;
    expect(length).toBe(21);
    expect((await listEvents(email)).filter((type) => type === "badge.state.changed")).toHaveLength(20);
  });

  it("count each badge once", async () => {
    const counted = await createTemplate(organization);
    await Promise.all(Array.from({ length: 20 }, () => issueBadge({}, counted.id)));
    const { data } = await organization.client.get(`/badge_templates/${counted.id}`);
    expect(data.badges_count).toBe(20);
  });
});
