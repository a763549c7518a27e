import { expect, it } from "vitest";
import { exportRecords, moveIn } from "@/lib/operations/installation/moving";
import { sql } from "../../support/platform/database";
import { useExportedOrganization } from "../../support/moving/exported-organization";
import { countEffects, readRecords, writeRecords } from "../../support/moving/two-installations";

const exported = useExportedOrganization();

const move = (file: string, more: Partial<Parameters<typeof moveIn>[0]> = {}) =>
  moveIn({ file, organization: undefined, adminEmail: undefined, isDryRun: false, ...more });

const path = (): string => exported.installations.file("export.ndjson");
const partner = (): string => exported.installations.file("partner.ndjson");

/** Moves the partner and the organization, which refer to each other. */
async function moveBoth(): Promise<void> {
  await move(partner());
  await move(path());
  await move(partner());
}

it("the fixture has every kind of record", async () => {
  const { RECORDS } = await import("@/lib/moving/records/schema");
  const found = new Set((await readRecords(path())).map(({ kind }) => kind));
  expect(Object.keys(RECORDS).filter((kind) => !found.has(kind))).toEqual([]);
});

/** Reads the records of an export without what each installation decides by itself. */
const readWithoutNumbers = async (file: string) =>
  (await readRecords(file)).map((record) => {
    if (record.kind === "oauth_application") return { ...record, id: 0 };
    // It has to be accepted again, and is signed then.
    return record.kind === "endorsement" ? { ...record, state: "offered" } : record;
  });

it("an export of what was moved equals the export that was read", async () => {
  await moveBoth();
  for (const [id, original] of [
    [exported.organization.id, path()],
    [exported.organization.partnerId, partner()],
  ] as const) {
    const again = exported.installations.file("again.ndjson");
    await exportRecords(id, again);
    expect(await readWithoutNumbers(again)).toEqual(await readWithoutNumbers(original));
  }
});

it("a second run changes nothing, and a later one only what has changed", async () => {
  await moveBoth();
  const records = await readRecords(path());
  const second = await move(path());
  expect(second).toMatchObject({ created: 0, changed: 0, unchanged: records.length, refused: 0 });
  const changed = records.map((record) =>
    record.kind === "badge_template" && record.name === "Mentor" ? { ...record, level: "Expert" } : record,
  );
  await writeRecords(path(), exported.installations.file("changed.ndjson"), changed);
  const third = await move(exported.installations.file("changed.ndjson"));
  expect(third).toMatchObject({ created: 0, changed: 1, unchanged: records.length - 1 });
  expect(await sql("SELECT level FROM badge_templates WHERE name = 'Mentor'")).toEqual([{ level: "Expert" }]);
});

it("a dry run reports the same and writes nothing", async () => {
  await move(partner());
  const before = await sql("SELECT count(*)::int FROM moved_records");
  const dry = await move(path(), { isDryRun: true });
  expect(await sql("SELECT count(*)::int FROM moved_records")).toEqual(before);
  expect(await sql("SELECT FROM organizations WHERE name = 'Lumen Academy'")).toEqual([]);
  const real = await move(path());
  const withoutSecrets = { dry_run: true, applications: [], learning_apps: [] };
  expect({ ...real, ...withoutSecrets }).toEqual({ ...dry, ...withoutSecrets });
});

it("nobody is notified: no events, no webhooks, no mails, one entry in the audit log", async () => {
  await moveBoth();
  expect(await countEffects()).toEqual({ events: 0, messages: 0, entries: 3 });
  const [signing] = await sql(
    `SELECT count(*)::int AS requested, (SELECT count(*)::int FROM issued_badges WHERE state = 'accepted') AS accepted
     FROM outbox_messages WHERE kind = 'credential'`,
  );
  expect(signing?.requested).toBe(signing?.accepted);
});

it("counts of badges agree with the badges", async () => {
  await moveBoth();
  const rows = await sql(
    `SELECT template.id FROM badge_templates AS template
     WHERE (SELECT count(*) FROM issued_badges WHERE badge_template_id = template.id)
       <> COALESCE((SELECT sum(issued) FROM badge_template_issue_counts WHERE badge_template_id = template.id), 0)`,
  );
  expect(rows).toEqual([]);
});

it("what another organization has to have first is refused with a reason, and written by a repetition", async () => {
  const first = await move(path());
  expect(first.refused).toBeGreaterThan(0);
  expect(first.refusals[0]?.reason).toContain(
    `${exported.organization.partnerId} was not moved. Move the organization`,
  );
  await move(partner());
  expect(await move(path())).toMatchObject({ refused: 0, changed: 0 });
});

it("gets an administrator with a token only if it has none", async () => {
  const records = (await readRecords(path())).filter(({ kind }) => !["member", "saved_view"].includes(kind));
  await writeRecords(path(), exported.installations.file("alone.ndjson"), records);
  const alone = await move(exported.installations.file("alone.ndjson"), { adminEmail: "new@lumen.example" });
  expect(alone.administrator).toMatchObject({ admin_email: "new@lumen.example" });
  expect(await move(path(), { adminEmail: "other@lumen.example" })).toMatchObject({ administrator: null });
});

it("gives new secrets to applications, and keeps their client ids", async () => {
  const { applications } = await move(path());
  const [moved] = (await readRecords(path())).filter(({ kind }) => kind === "oauth_application");
  expect(applications).toEqual([
    { name: "Default", client_id: moved?.uid, client_secret: expect.stringMatching(/^\w{43}$/) },
  ]);
});
