import { expect, it } from "vitest";
import { moveIn } from "@/lib/operations/installation/moving";
import { useExportedOrganization } from "../../support/moving/exported-organization";
import { readRecords, writeRecords, type Line } from "../../support/moving/two-installations";
import { sql } from "../../support/platform/database";

// What a repetition and a hostile or careless source must not do to what is here.

const exported = useExportedOrganization();

const original = (): string => exported.installations.file("export.ndjson");

/** Moves the records of the organization, after `change` has changed, left out (null) or kept each of them. */
async function move(change: (record: Line) => Line | null = (record) => record, notGiven?: object) {
  const records = (await readRecords(original())).flatMap((record) => change(record) ?? []);
  const file = exported.installations.file("changed.ndjson");
  await writeRecords(original(), file, records, notGiven ? { not_given: notGiven } : {});
  return moveIn({ file, organization: undefined, adminEmail: undefined, isDryRun: false });
}

/** Moves the records as a service of this address serves them. */
async function moveFromService(base_url: string, more: { organization?: string } = {}) {
  const file = exported.installations.file("served.ndjson");
  await writeRecords(original(), file, await readRecords(original()), { base_url });
  const given = { organization: undefined, adminEmail: undefined, isDryRun: false, ...more };
  return moveIn({ file, isFromService: true, ...given });
}

it("a badge that was pending and is accepted later has the time, if the source does not give it", async () => {
  const at = "2026-01-02T03:04:05.000Z";
  const notGiven = { issued_badge: ["accepted_at"] };
  const [badge] = (await readRecords(original())).filter(
    ({ kind, state }) => kind === "issued_badge" && state === "accepted",
  );
  const withState = (changes: object) => (record: Line) =>
    record.id === badge?.id ? { ...record, ...changes } : record;
  const read = () => sql("SELECT accepted_at FROM issued_badges WHERE id = $1", [badge?.id]);
  await move(withState({ state: "pending", accepted_at: null }), notGiven);
  expect(await read()).toEqual([{ accepted_at: null }]);
  await move(withState({ accepted_at: at }), notGiven);
  expect(await read()).toEqual([{ accepted_at: new Date(at) }]);
  await move(withState({ accepted_at: "2026-05-05T00:00:00.000Z" }), notGiven);
  expect(await read()).toEqual([{ accepted_at: new Date(at) }]);
});

it("badges and people that were deleted or erased here do not come back", async () => {
  await move();
  const [badge] = await sql(
    `UPDATE issued_badges SET deleted_at = now(), erased_at = now(), recipient_email = '', issued_to = ''
     WHERE id = (SELECT id FROM issued_badges WHERE state = 'accepted' AND user_id IS NOT NULL LIMIT 1)
     RETURNING id, user_id`,
  );
  await sql("UPDATE users SET deleted_at = now(), first_name = '' WHERE id = $1", [badge?.user_id]);
  await sql("DELETE FROM user_emails WHERE user_id = $1", [badge?.user_id]);
  await sql("DELETE FROM outbox_messages WHERE subject_id = $1", [badge?.id]);
  const count = () => sql("SELECT count(*)::int FROM users");
  const before = await count();
  await move((record) =>
    record.id === badge?.id || record.id === badge?.user_id
      ? { ...record, [record.kind === "person" ? "headline" : "issued_to"]: "Again" }
      : record,
  );
  expect(
    await sql("SELECT issued_to, recipient_email FROM issued_badges WHERE id = $1", [badge?.id]),
  ).toEqual([{ issued_to: "", recipient_email: "" }]);
  expect(await sql("SELECT first_name, headline FROM users WHERE id = $1", [badge?.user_id])).toEqual([
    { first_name: "", headline: null },
  ]);
  expect(await sql("SELECT FROM outbox_messages WHERE subject_id = $1", [badge?.id])).toEqual([]);
  expect(await count()).toEqual(before);
});

it("a member who was removed here does not come back, and another one gets the role of the source", async () => {
  const { organization_id: id } = await move();
  const readRoles = () => sql("SELECT role FROM memberships WHERE organization_id = $1", [id]);
  const withRole = (role: string) => (record: Line) =>
    record.kind === "member" ? { ...record, role } : record;
  const count = (await readRoles()).length;
  expect(count).toBeGreaterThan(0);
  expect((await move(withRole("viewer"))).kinds.member).toMatchObject({ changed: count });
  expect(await readRoles()).toEqual(Array(count).fill({ role: "viewer" }));
  await sql("DELETE FROM memberships WHERE organization_id = $1", [id]);
  const { kinds } = await move(withRole("administrator"));
  expect(kinds.member).toEqual({ created: 0, changed: 0, unchanged: count, refused: 0, waiting: 0 });
  expect(await readRoles()).toEqual([]);
});

it("a person whose account was deleted here is the account that their address belongs to now", async () => {
  await move();
  const [person] = (await readRecords(original())).filter(({ kind }) => kind === "person");
  await sql("UPDATE users SET deleted_at = now() WHERE id = $1", [person?.id]);
  const [other] = await sql("SELECT id FROM users WHERE id <> $1 LIMIT 1", [person?.id]);
  await sql('UPDATE user_emails SET user_id = $1, "primary" = false WHERE user_id = $2', [
    other?.id,
    person?.id,
  ]);
  const again = (headline: string) =>
    move((record) => (record.id === person?.id ? { ...record, headline } : record));
  await again("First");
  expect(
    await sql("SELECT new_id, is_created FROM moved_records WHERE kind = 'person' AND old_id = $1", [
      person?.id,
    ]),
  ).toEqual([{ new_id: other?.id, is_created: false }]);
  await again("Second");
  expect(await sql("SELECT id FROM users WHERE headline IN ('First', 'Second')")).toEqual([]);
});

it.each([2_147_483_647, 9_007_199_254_740_991])(
  "the number of an application (%i) is not taken over",
  async (id) => {
    const isApplication = (record: Line) => record.kind === "oauth_application";
    const { refused } = await move((record) => (isApplication(record) ? { ...record, id } : record));
    expect(refused).toBe(
      (await move((record) => (isApplication(record) ? { ...record, id } : record))).refused,
    );
    expect(await sql("SELECT count(*)::int FROM oauth_applications WHERE id < 1000")).toEqual([{ count: 1 }]);
    const [next] = await sql(
      "SELECT nextval(pg_get_serial_sequence('oauth_applications', 'id'))::int < 1000 AS fits",
    );
    expect(next).toEqual({ fits: true });
  },
);

it("new numbers of applications are in the order of those at the source", async () => {
  const file = exported.installations.file("two.ndjson");
  const records = (await readRecords(original())).flatMap((record) =>
    record.kind === "oauth_application"
      ? [
          { ...record, id: 90, uid: "later", uuid: "0190b3a0-0000-7000-8000-00000000f00e", name: "Later" },
          record,
        ]
      : [record],
  );
  await writeRecords(original(), file, records);
  await moveIn({ file, organization: undefined, adminEmail: undefined, isDryRun: false });
  expect(await sql("SELECT name FROM oauth_applications ORDER BY id")).toEqual([
    { name: "Default" },
    { name: "Later" },
  ]);
});

it("a record with a text that cannot be looked up is refused alone", async () => {
  const employees = (await readRecords(original())).filter(({ kind }) => kind === "employee");
  const [first] = employees;
  const { kinds, refusals } = await move((record) =>
    record.id === first?.id ? { ...record, email: "zero\u0000@example.org" } : record,
  );
  expect(kinds.employee).toMatchObject({ created: employees.length - 1, refused: 1 });
  expect(refusals).toContainEqual(expect.objectContaining({ key: first?.id, kind: "employee" }));
});

it("another service that claims the id of an organization does not write into it", async () => {
  const { organization_id: id } = await moveFromService("https://old.example/v1");
  expect(await moveFromService("https://old.example")).toMatchObject({ organization_id: id, created: 0 });
  await expect(moveFromService("https://evil.example")).rejects.toThrow(`--organization ${id}`);
  expect(await sql("SELECT count(*)::int FROM organizations")).toEqual([{ count: 1 }]);
  expect(await moveFromService("https://new.example", { organization: id })).toMatchObject({ created: 0 });
  expect(await moveFromService("https://new.example")).toMatchObject({ organization_id: id });
});

it("a badge of a template of another organization needs its authorization", async () => {
  const partner = exported.installations.file("partner.ndjson");
  const moveFile = (file: string) =>
    moveIn({ file, organization: undefined, adminEmail: undefined, isDryRun: false });
  await moveFile(partner);
  await move();
  await moveFile(partner);
  const [own] = await sql("SELECT id FROM badge_templates WHERE organization_id = $1 LIMIT 1", [
    exported.organization.partnerId,
  ]);
  await sql("DELETE FROM issuer_authorizations WHERE grantor_id = $1", [exported.organization.partnerId]);
  const [badge] = (await readRecords(original())).filter(({ kind }) => kind === "issued_badge");
  const id = "0190b3a0-0000-7000-8000-00000000f00d";
  const forge = async () => {
    const records = (await readRecords(original())).flatMap((record) =>
      record.id === badge?.id
        ? [
            record,
            {
              ...record,
              id,
              badge_template_id: own?.id,
              template_organization_id: exported.organization.partnerId,
              display_issuer_as: "grantor",
              replaces_badge_id: null,
              replacement_badge_id: null,
            },
          ]
        : [record],
    );
    await writeRecords(original(), exported.installations.file("forged.ndjson"), records);
    return moveFile(exported.installations.file("forged.ndjson"));
  };
  const reason = expect.stringContaining("has not authorized this one");
  expect((await forge()).refusals).toContainEqual(expect.objectContaining({ key: id, reason }));
  await sql(
    "INSERT INTO issuer_authorizations (id, grantor_id, issuer_id) VALUES (gen_random_uuid(), $1, $2)",
    [exported.organization.partnerId, exported.organization.id],
  );
  expect(await forge()).toMatchObject({ created: 1, refused: 0 });
});
