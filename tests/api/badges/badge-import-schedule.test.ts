import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deleteOldImports } from "@/lib/badges/imports/jobs";
import {
  createCheckedImport,
  encodeFile,
  listRecipients,
  PATH,
  runDueImportMessages,
} from "../../support/badges/badge-imports";
import { createTemplate, createTestOrganization, type TestOrganization } from "../../support/builders";
import { stopClock } from "../../support/delivery/outbox";
import { createMember } from "../../support/accounts/members";
import { send } from "../../support/http/client";
import { sql } from "../../support/platform/database";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let organization: TestOrganization;
let template: { id: string };
let time: ReturnType<typeof stopClock>;

beforeAll(async () => {
  organization = await createTestOrganization();
});
beforeEach(async () => {
  time = stopClock(new Date(Math.floor(Date.now() / 1_000) * 1_000));
  template = await createTemplate(organization);
});
afterEach(() => time.restore());

/** A file whose rows have no day of issue. */
const FILE = encodeFile("email,first name,last name\nada@example.org,Ada,Okafor\nzoe@example.org,Zoe,Öz");

const createImport = (changes: Record<string, unknown> = {}) =>
  createCheckedImport(organization, { badge_template_id: template.id, file: FILE, ...changes });
const start = (id: string, body: Record<string, unknown>) =>
  organization.client.post(`${PATH}/${id}/start`, body);
const cancel = (id: string) => organization.client.post(`${PATH}/${id}/cancel`, {});
const getImport = async (id: string) => (await organization.client.get(`${PATH}/${id}`)).data;
const inDays = (days: number): string => new Date(time.now().getTime() + days * DAY_MS).toISOString();
const listDays = async (): Promise<string[]> =>
  (
    await sql("SELECT DISTINCT issued_at_date::text AS day FROM issued_badges WHERE badge_template_id = $1", [
      template.id,
    ])
  ).map(({ day }) => String(day));
const listActions = async (id: string): Promise<unknown[]> =>
  (await sql("SELECT action FROM audit_entries WHERE subject_id = $1 ORDER BY occurred_at, id", [id])).map(
    ({ action }) => action,
  );

describe("an import that waits before it issues", () => {
  it("issues nothing, sends nothing and tells no receiver until the time is over", async () => {
    const { id } = await createImport();
    const { status, data } = await start(id, { wait_minutes: 10 });
    expect([status, data.state, data.kept_until, data.started_at]).toEqual([200, "scheduled", null, null]);
    expect(data.scheduled_at).toBe(new Date(time.now().getTime() + 10 * MINUTE_MS).toISOString());
    time.advance(10 * MINUTE_MS - 1);
    await runDueImportMessages(id);
    expect(await listRecipients(template.id)).toEqual([]);
    time.advance(1);
    await runDueImportMessages(id);
    expect(await listRecipients(template.id)).toEqual(["ada@example.org", "zoe@example.org"]);
    expect(await getImport(id)).toMatchObject({ state: "done", scheduled_at: null, issued_count: 2 });
    expect(await listActions(id)).toEqual([
      "badge_import.create",
      "badge_import.schedule",
      "badge_import.start",
      "badge_import.finish",
    ]);
  });

  it("is ready again when it is cancelled, and can be corrected and started again", async () => {
    const { id } = await createImport();
    await start(id, { wait_minutes: 10 });
    const changed = await organization.client.patch(`${PATH}/${id}`, { duplicate_behavior: "allow" });
    expect([changed.status, changed.data.code]).toEqual([422, "import_not_ready"]);
    const { data } = await cancel(id);
    expect([data.state, data.scheduled_at, data.started_by]).toEqual(["ready", null, null]);
    time.advance(11 * MINUTE_MS);
    await runDueImportMessages(id);
    expect(await listRecipients(template.id)).toEqual([]);
    await organization.client.patch(`${PATH}/${id}/sheet`, {
      changes: [{ number: 3, cells: null }],
    });
    await start(id, { wait_minutes: 5 });
    time.advance(5 * MINUTE_MS);
    await runDueImportMessages(id);
    expect(await listRecipients(template.id)).toEqual(["ada@example.org"]);
    expect(await listActions(id)).toContain("badge_import.unschedule");
  });

  it("can be issued at once after all, and moved to a later time: each badge is issued once", async () => {
    const { id } = await createImport();
    await start(id, { wait_minutes: 10 });
    await start(id, { start_at: inDays(2) });
    time.advance(11 * MINUTE_MS);
    await runDueImportMessages(id);
    expect((await getImport(id)).state).toBe("scheduled");
    expect((await start(id, {})).data.state).toBe("running");
    await runDueImportMessages(id);
    time.advance(3 * DAY_MS);
    await runDueImportMessages(id);
    expect(await listRecipients(template.id)).toHaveLength(2);
    expect((await getImport(id)).issued_count).toBe(2);
  });

  it("is neither deleted by age nor by request", async () => {
    const { id } = await createImport();
    await start(id, { start_at: inDays(90) });
    const deleted = await organization.client.delete(`${PATH}/${id}`);
    expect([deleted.status, deleted.data.code]).toEqual([422, "import_running"]);
    time.advance(60 * DAY_MS);
    await deleteOldImports();
    expect((await getImport(id)).state).toBe("scheduled");
  });

  it("stops if the member who scheduled it may no longer issue when the time comes", async () => {
    const member = await createMember(organization.id, "issuer");
    const { id } = await createImport();
    const path = `/v1/organizations/${organization.id}${PATH}/${id}/start`;
    const body = { start_at: inDays(1) };
    expect((await send("POST", path, { headers: member.headers, body })).data.state).toBe("scheduled");
    await sql("DELETE FROM memberships WHERE user_id = $1", [member.id]);
    time.advance(DAY_MS);
    await runDueImportMessages(id);
    expect(await getImport(id)).toMatchObject({ state: "stopped", issued_count: 0 });
    expect(await listRecipients(template.id)).toEqual([]);
  });

  it("lists imports that are scheduled", async () => {
    const { id } = await createImport();
    await start(id, { start_at: inDays(1) });
    const { data } = await organization.client.get(`${PATH}?filter=state::scheduled`);
    expect(data.map((one: { id: string }) => one.id)).toContain(id);
    const ready = await organization.client.get(`${PATH}?filter=state::ready`);
    expect(ready.data.map((one: { id: string }) => one.id)).not.toContain(id);
  });
});

describe("the day of issue of rows without one", () => {
  it("is the day on which the run starts, in the offset of the time that was sent", async () => {
    const { id, issued_at_is_default: isDefault } = await createImport();
    expect(isDefault).toBe(true);
    const midnight = new Date(Math.ceil(time.now().getTime() / DAY_MS) * DAY_MS + 3 * DAY_MS);
    const day = midnight.toISOString().slice(0, 10);
    // Half past midnight in Berlin is still the day before in UTC.
    const { data } = await start(id, { start_at: `${day}T00:30:00+01:00` });
    expect([data.issued_at, data.scheduled_at]).toEqual([
      day,
      new Date(midnight.getTime() - 30 * MINUTE_MS).toISOString(),
    ]);
    time.set(new Date(data.scheduled_at));
    await runDueImportMessages(id);
    expect(await listDays()).toEqual([day]);
  });

  it("is today when an import that was uploaded earlier starts at once", async () => {
    const { id } = await createImport();
    time.advance(2 * DAY_MS);
    await start(id, {});
    await runDueImportMessages(id);
    expect(await listDays()).toEqual([time.now().toISOString().slice(0, 10)]);
  });

  it("is the chosen one whenever the run starts, until it is cleared", async () => {
    const { id } = await createImport({ issued_at: "2026-03-01" });
    const { data } = await start(id, { start_at: inDays(7) });
    expect([data.issued_at, data.issued_at_is_default]).toEqual(["2026-03-01", false]);
    await cancel(id);
    const cleared = await organization.client.patch(`${PATH}/${id}`, { issued_at: null });
    expect([cleared.data.issued_at, cleared.data.issued_at_is_default]).toEqual([
      inDays(0).slice(0, 10),
      true,
    ]);
  });
});

describe("times that cannot be used", () => {
  it.each([
    ["a past time", () => ({ start_at: inDays(-1) }), "in_the_past", "start_at"],
    ["a time after more than a year", () => ({ start_at: inDays(400) }), "too_far_ahead", "start_at"],
    ["two times", () => ({ start_at: inDays(1), wait_minutes: 10 }), "two_times", "wait_minutes"],
    ["no time", () => ({ start_at: "tomorrow" }), "invalid", "start_at"],
    ["a wait of more than a day", () => ({ wait_minutes: 1_441 }), "too_big", "wait_minutes"],
  ])("422: %s", async (_name, body, code, field) => {
    const { id } = await createImport();
    const { status, data } = await start(id, body());
    expect(status).toBe(422);
    expect(data.errors).toMatchObject([{ field, code }]);
    expect((await getImport(id)).state).toBe("ready");
  });
});
