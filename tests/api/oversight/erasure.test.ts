import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { flushRequests } from "@/lib/access/api-requests/service";
import { verifyChain } from "@/lib/oversight/audit-chain/verify-chain";
import { PERSONAL_COLUMNS } from "@/lib/oversight/erasures/personal-columns";
import { erasePerson, findPerson, getErasureReport } from "@/lib/oversight/erasures/service";
import {
  createEmployee,
  createTestOrganization,
  nextSerial,
  type TestOrganization,
} from "../../support/builders";
import { signAll } from "../../support/oversight/audit-chain";
import {
  createEarner,
  createPersonClient,
  issueAcceptedBadge,
  issueBadgeTo,
} from "../../support/accounts/earners";
import { findPlaces, finishErasures, runAdmin } from "../../support/oversight/erased-person";
import { fillPerson } from "../../support/oversight/filled-person";
import { createSessionCookie } from "../../support/accounts/members";
import { createMarks, type Marks } from "../../support/oversight/filled-rows";
import { digestTables, sql } from "../../support/platform/database";

let issuer: TestOrganization;
let employer: TestOrganization;

beforeAll(async () => {
  issuer = await createTestOrganization();
  employer = await createTestOrganization();
});

async function createFilledPerson() {
  const marks = createMarks(`X${nextSerial()}x`);
  const earner = await createEarner(marks.address);
  const filled = await fillPerson({ earner, issuer, employer, marks });
  return { marks, earner, ...filled };
}

/** Columns that no text of a person can be in, or that a test cannot fill with one. */
const WITHOUT_TEXT = [
  "account_activities.kind",
  "audit_links.salts",
  "erasures.subject",
  "erasures.position",
  "issued_badges.locale",
  "users.locale",
  "wallet_copies.content_digest",
  "wallet_copies.nonce_digest",
  "wallet_offers.code_digest",
  "wallet_offers.token_digest",
];

/** The personal columns in which nothing of the person stands. */
async function findEmptyColumns(words: string[]): Promise<string[]> {
  const empty: string[] = [];
  for (const [table, columns] of Object.entries(PERSONAL_COLUMNS)) {
    for (const [column, endedBy] of Object.entries(columns)) {
      if (["kept", "retention"].includes(endedBy) || WITHOUT_TEXT.includes(`${table}.${column}`)) continue;
      const [row] = await sql(
        `SELECT count(*)::int AS count FROM ${table} AS t
         WHERE EXISTS (SELECT FROM unnest($1::text[]) AS word WHERE strpos(lower((t.${column})::text), word) > 0)`,
        [words],
      );
      if (row?.count === 0) empty.push(`${table}.${column}`);
    }
  }
  return empty;
}

/** The texts of a person as columns have them: in small letters, in bytes, and hashed. */
function listWords({ first, last, address }: Marks): string[] {
  const full = `${first} ${last}`;
  const words = [first, last, address].map((text) => text.toLowerCase());
  const bytes = [...words, full].map((text) => Buffer.from(text).toString("hex"));
  return [
    ...words,
    ...bytes,
    ...[address, full].map((text) => createHash("sha256").update(text).digest("hex")),
  ];
}

describe("an erased person", () => {
  it("was in every personal column, and is in no table afterwards, encoded or hashed", async () => {
    const { marks, earner } = await createFilledPerson();
    await signAll();
    await flushRequests();
    expect(await findEmptyColumns(listWords(marks))).toEqual([]);
    await erasePerson(await findPerson({ user: earner.id }), "operator");
    expect(await findPlaces(marks)).toEqual(["erasures"]);
    await finishErasures();
    expect(await findPlaces(marks)).toEqual([]);
    for (const { id } of [issuer, employer]) expect(await verifyChain(id)).toMatchObject({ finding: null });
    expect((await verifyChain(employer.id)).erased).toBeGreaterThan(1);
    await signAll();
    expect(await verifyChain(employer.id)).toMatchObject({ finding: null });
  });

  it("has another pseudonym in each organization; the waiting row of an import is a wrong one", async () => {
    const { earner, accepted, other, pending, importId } = await createFilledPerson();
    await erasePerson(await findPerson({ user: earner.id }), "operator");
    const rows = await sql(
      "SELECT id, recipient_email AS email, state FROM issued_badges WHERE id = ANY ($1)",
      [[accepted.id, other.id, pending.id]],
    );
    const emailOf = (id: string) => rows.find((row) => row.id === id)?.email;
    expect(rows.map(({ state }) => state)).toEqual(["revoked", "revoked", "revoked"]);
    expect(emailOf(accepted.id)).toBe(emailOf(pending.id));
    expect(emailOf(accepted.id)).not.toBe(emailOf(other.id));
    const { badge_template: template } = (await issuer.client.get(`/badges/${pending.id}`)).data;
    const body = { badge_template_id: template.id, issued_at: "2026-05-01T08:00:00Z" };
    const { status, data } = await issuer.client.post(`/badges/${pending.id}/replace`, body);
    expect([status, JSON.stringify(data)]).toEqual([422, expect.stringContaining("badge_withdrawn")]);
    expect((await issuer.client.get(`/badges/${pending.id}`)).data.state).toBe("revoked");
    expect(
      await sql("SELECT ok_count, error_count, columns FROM badge_imports WHERE id = $1", [importId]),
    ).toEqual([{ ok_count: 0, error_count: 1, columns: [{ name: "Name", samples: [] }] }]);
    expect(
      await sql("SELECT status FROM badge_import_rows WHERE badge_import_id = $1 ORDER BY number", [
        importId,
      ]),
    ).toEqual([{ status: "issued" }, { status: "error" }]);
  });

  it("leaves another person with the same name untouched", async () => {
    const marks = createMarks(`X${nextSerial()}x`);
    const name = { first_name: marks.first, last_name: marks.last };
    const [one, namesake] = [await createEarner(marks.address), await createEarner()];
    const issuedTo = { issued_to_first_name: marks.first, issued_to_last_name: marks.last };
    for (const earner of [one, namesake]) {
      await earner.client.patch("", name);
      await issueAcceptedBadge(issuer, earner, false, issuedTo);
      await createEmployee(employer, { email: earner.email, ...name });
    }
    const read = () =>
      sql(
        `SELECT u::text AS person, b::text AS badge, e::text AS employee, s.document FROM users AS u
         JOIN issued_badges AS b ON b.user_id = u.id JOIN employees AS e ON e.user_id = u.id
         LEFT JOIN signed_credentials AS s ON s.badge_id = b.id WHERE u.id = $1`,
        [namesake.id],
      );
    const before = await read();
    await erasePerson(await findPerson({ user: one.id }), "operator");
    await finishErasures();
    expect(await read()).toEqual(before);
  });

  it("is somebody new when a badge is issued to the address again", async () => {
    const earner = await createEarner(`again-${nextSerial()}@example.org`);
    await issueAcceptedBadge(issuer, earner);
    await erasePerson(await findPerson({ email: earner.email }), "operator");
    const { id } = await issueBadgeTo(issuer, earner.email);
    const employee = await createEmployee(employer, { email: earner.email });
    await sql("UPDATE issued_badges SET created_at = now() + interval '2 minutes' WHERE id = $1", [id]);
    await sql("UPDATE employees SET created_at = now() + interval '2 minutes' WHERE id = $1", [employee.id]);
    await finishErasures();
    expect((await issuer.client.get(`/badges/${id}`)).data).toMatchObject({
      state: "pending",
      recipient_email: earner.email,
    });
    expect((await employer.client.get(`/employees/${employee.id}`)).data.email).toBe(earner.email);
  });
});

/** An earner with 1,101 badges of one template. */
async function createManyBadges() {
  const earner = await createEarner(`many-${nextSerial()}@example.org`);
  const { id } = await issueAcceptedBadge(issuer, earner);
  await sql(
    `INSERT INTO issued_badges SELECT (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid()))).*
     FROM issued_badges AS b CROSS JOIN generate_series(1, 1100) WHERE b.id = $1`,
    [id],
  );
  const readState = async () => {
    const [row] = await sql(
      `SELECT count(*) FILTER (WHERE erased_at IS NOT NULL)::int AS erased, (
         SELECT count(*)::int FROM events JOIN issued_badges AS own ON own.id = events.subject_id
         WHERE own.badge_template_id = badge.badge_template_id AND data ->> 'state' = 'revoked') AS events
       FROM issued_badges AS badge WHERE badge_template_id = (SELECT badge_template_id FROM issued_badges WHERE id = $1)
       GROUP BY badge_template_id`,
      [id],
    );
    return row;
  };
  return { earner, readState };
}

/** Lets the statement fail that would erase more than so many badges of the organization, as if the process died there. */
async function failAfter(badges: number): Promise<() => Promise<unknown>> {
  await sql(
    `CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF (SELECT count(*) FROM issued_badges
         WHERE erased_at IS NOT NULL AND badge_template_id = (SELECT badge_template_id FROM erased LIMIT 1)) > ${badges}
       THEN RAISE EXCEPTION 'the process died'; END IF; RETURN NULL; END $$;
     CREATE TRIGGER die AFTER UPDATE ON issued_badges REFERENCING NEW TABLE AS erased
       FOR EACH STATEMENT EXECUTE FUNCTION die()`,
  );
  return () => sql("DROP TRIGGER die ON issued_badges; DROP FUNCTION die()");
}

describe("an interrupted erasure", () => {
  it("is continued by the job where it ended, by several runners at once, and does everything once", async () => {
    const { earner, readState } = await createManyBadges();
    const repair = await failAfter(500);
    await expect(erasePerson(await findPerson({ user: earner.id }), "operator")).rejects.toThrow("died");
    await repair();
    expect(await readState()).toEqual({ erased: 500, events: 500 });
    expect(await sql("SELECT id FROM users WHERE id = $1 AND deleted_at IS NULL", [earner.id])).toEqual([]);
    await Promise.all([finishErasures(), finishErasures(), finishErasures()]);
    await finishErasures();
    expect(await readState()).toEqual({ erased: 1_101, events: 1_101 });
    const [row] = await sql(
      "SELECT counts, subject, finished_at FROM erasures ORDER BY created_at DESC LIMIT 1",
    );
    expect(row).toMatchObject({
      subject: null,
      finished_at: expect.any(Date),
      counts: { badges: 1_101, accounts: 1 },
    });
  });

  it("204: the account is deleted, and the job erases the rest", async () => {
    const { earner, readState } = await createManyBadges();
    const cookie = await createSessionCookie(earner.id, 1, new Date());
    const repair = await failAfter(499);
    const { status } = await createPersonClient({ headers: { ...earner.headers, cookie } }).delete("", {});
    const other = await createEarner();
    const { id: later } = await erasePerson(await findPerson({ user: other.id }), "operator");
    // The older one fails, and the other one is finished.
    await finishErasures();
    await repair();
    expect([status, await readState()]).toEqual([204, { erased: 0, events: 0 }]);
    expect(await getErasureReport(later)).toMatchObject({ state: "finished" });
    await finishErasures();
    expect(await readState()).toEqual({ erased: 1_101, events: 1_101 });
  });
});

describe("the operator", () => {
  it("sees in a dry run what would be erased, and nothing changes; then erases, and reads the report", async () => {
    const { marks, earner } = await createFilledPerson();
    await flushRequests();
    const columns = async () =>
      ((await runAdmin("person", "search", "--email", marks.address)).data.items as { column: string }[]).map(
        ({ column }) => column,
      );
    expect(await columns()).toEqual(
      expect.arrayContaining(["employees.email", "issued_badges.recipient_email", "saved_views.parameters"]),
    );
    const before = await digestTables();
    const dry = await runAdmin("person", "erase", "--email", marks.address, "--dry-run");
    expect(await digestTables()).toEqual(before);
    expect(dry.code).toBe(0);
    const refused = await runAdmin("person", "erase", "--user", earner.id, "--confirm", "somebody else");
    expect([refused.code, await digestTables()]).toEqual([2, before]);
    const { data } = await runAdmin("person", "erase", "--email", marks.address, "--confirm", marks.address);
    const countsOf = (report: Record<string, unknown>) =>
      Object.fromEntries(
        (report.erased as { kind: string; count: number }[]).map(({ kind, count }) => [kind, count]),
      );
    const kinds = [
      "accounts",
      "badges",
      "credentials",
      "wallet_copies",
      "employees",
      "students",
      "invitations",
      "events",
      "saved_views",
      "move_runs",
    ];
    for (const kind of kinds) expect([kind, countsOf(data)[kind]]).toEqual([kind, countsOf(dry.data)[kind]]);
    await finishErasures();
    expect(await columns()).toEqual([]);
    const report = await runAdmin("person", "report", "--id", String(data.id));
    expect(report.data).toMatchObject({ state: "finished", requested_by: "operator" });
    expect(report.stdout.toLowerCase()).not.toContain(marks.first.toLowerCase());
    expect(
      (await runAdmin("person", "erase", "--user", earner.id, "--dry-run").catch((error) => error)).message,
    ).toMatch(/There is no user/);
  });

  it("erases an address without an account, and not the badge that another account accepted", async () => {
    const address = `nobody-${nextSerial()}@example.org`;
    const [waiting, taken] = [await issueBadgeTo(issuer, address), await issueBadgeTo(employer, address)];
    const other = await createEarner();
    await sql("UPDATE issued_badges SET user_id = $2, state = 'accepted' WHERE id = $1", [
      taken.id,
      other.id,
    ]);
    const { data } = await runAdmin("person", "erase", "--email", address, "--confirm", address);
    expect(data.to_check).toEqual([expect.stringContaining("another account accepted: 1.")]);
    const rows = await sql("SELECT state FROM issued_badges WHERE id = ANY ($1) ORDER BY id", [
      [waiting.id, taken.id].toSorted(),
    ]);
    expect(rows.map(({ state }) => String(state)).toSorted()).toEqual(["accepted", "revoked"]);
  });
});
