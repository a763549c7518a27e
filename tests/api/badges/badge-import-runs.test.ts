import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { deleteOldImports } from "@/lib/badges/imports/jobs";
import * as batch from "@/lib/badges/issued/batch";
import { jobs } from "@/lib/operations/jobs/list";
import { claimDue } from "@/lib/kernel/outbox/claim";
import {
  line,
  createCheckedImport,
  PATH,
  listRecipients,
  runAllImportSteps,
  createStartedImport,
  table,
  runImportStep,
} from "../../support/badges/badge-imports";
import {
  badgeBody,
  createTestOrganization,
  createTemplate,
  type TestOrganization,
} from "../../support/builders";
import { send } from "../../support/http/client";
import { sql } from "../../support/platform/database";
import { createMember } from "../../support/accounts/members";
import { startWorker, stopClock } from "../../support/delivery/outbox";
import { until } from "../../support/until";

/** The rows of one step plus a few more, so that a run has two steps. */
const TWO_STEPS = 260;

let organization: TestOrganization;
let template: { id: string };

beforeAll(async () => {
  organization = await createTestOrganization();
});

const buildLines = (count: number): string[] => Array.from({ length: count }, () => line());

async function startRun(count: number, changes: Record<string, unknown> = {}) {
  template = await createTemplate(organization);
  return createStartedImport(organization, {
    badge_template_id: template.id,
    file: table(...buildLines(count)),
    ...changes,
  });
}

const getImport = async (id: string) => (await organization.client.get(`${PATH}/${id}`)).data;
const countRowStatuses = async (id: string) =>
  Object.fromEntries(
    (
      await sql(
        "SELECT status, count(*)::int AS count FROM badge_import_rows WHERE badge_import_id = $1 GROUP BY status",
        [id],
      )
    ).map(({ status, count }) => [status, count]),
  );

/** Ends the lease of a worker that died. */
const endLease = (id: string) =>
  sql("UPDATE outbox_messages SET leased_until = now() - interval '1 second' WHERE subject_id = $1", [id]);

afterEach(() => vi.restoreAllMocks());

describe("a run", () => {
  it("issues the checked rows like any other badge, and counts progress", async () => {
    const { id } = await startRun(0, { file: table(...buildLines(TWO_STEPS), "x,Ada,Okafor,") });
    expect(await runImportStep(id)).toBe(true);
    expect(await getImport(id)).toMatchObject({ state: "running", issued_count: 250, error_count: 1 });
    await runAllImportSteps(id);
    expect(await getImport(id)).toMatchObject({
      state: "done",
      issued_count: TWO_STEPS,
      failed_count: 0,
      finished_at: expect.any(String),
      stop_reason: null,
    });
    expect(await countRowStatuses(id)).toEqual({ issued: TWO_STEPS, error: 1 });
    expect(await listRecipients(template.id)).toHaveLength(TWO_STEPS);
    const effects = await sql(
      `SELECT (SELECT count(*)::int FROM events WHERE subject_id = badge.id AND event_type = 'badge.created') AS events,
         (SELECT count(*)::int FROM outbox_messages WHERE subject_id = badge.id AND kind = 'mail') AS mails,
         (SELECT array_agg(actor_type || ' ' || action) FROM audit_entries WHERE subject_id = badge.id::text) AS audit
       FROM issued_badges AS badge WHERE badge_template_id = $1`,
      [template.id],
    );
    expect(new Set(effects.map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify({ events: 1, mails: 1, audit: ["AuthorizationToken badge.issue"] })]),
    );
    const audit = await sql(
      "SELECT action FROM audit_entries WHERE subject_id = $1 ORDER BY occurred_at, id",
      [id],
    );
    expect(audit.map(({ action }) => action)).toEqual([
      "badge_import.create",
      "badge_import.start",
      "badge_import.finish",
    ]);
  });

  it("continues after a worker died before or after its commit: no badge is lost or issued twice", async () => {
    const { id } = await startRun(TWO_STEPS);
    const died = vi.spyOn(batch, "issueBatch").mockRejectedValueOnce(new Error("killed"));
    await runImportStep(id);
    died.mockRestore();
    expect(await countRowStatuses(id)).toEqual({ ok: TWO_STEPS });
    await sql("UPDATE outbox_messages SET next_attempt_at = now() WHERE subject_id = $1", [id]);
    // The worker committed and died before the result of the step was written: the lease is still there.
    const [message] = await claimDue("badge_import", { limit: 1, leaseMs: 15_000, perOrganization: 1 });
    await Promise.all(await jobs.badge_import.attempt(message ? [message] : []));
    expect(await countRowStatuses(id)).toEqual({ issued: 250, ok: TWO_STEPS - 250 });
    expect(await runImportStep(id), "somebody holds it").toBe(true);
    await endLease(id);
    await runAllImportSteps(id);
    expect(await countRowStatuses(id)).toEqual({ issued: TWO_STEPS });
    const recipients = await listRecipients(template.id);
    expect([recipients.length, new Set(recipients).size]).toEqual([TWO_STEPS, TWO_STEPS]);
  });

  it("executes steps one after the other when two workers run it at once", async () => {
    const { id } = await startRun(TWO_STEPS);
    const [message] = await claimDue("badge_import", { limit: 1, leaseMs: 15_000, perOrganization: 1 });
    const both = message ? [message, message] : [];
    await Promise.all(await jobs.badge_import.attempt(both));
    expect(await countRowStatuses(id)).toEqual({ issued: TWO_STEPS });
    expect(await getImport(id)).toMatchObject({ state: "done", issued_count: TWO_STEPS });
    expect(await listRecipients(template.id)).toHaveLength(TWO_STEPS);
  });

  it("ends when the user who started it may no longer issue", async () => {
    template = await createTemplate(organization);
    const { id } = await createCheckedImport(organization, {
      badge_template_id: template.id,
      file: table(...buildLines(TWO_STEPS)),
    });
    const person = await createMember(organization.id, "issuer");
    const path = `/v1/organizations/${organization.id}${PATH}/${id}/start`;
    const started = await send("POST", path, { headers: person.headers, body: {} });
    expect([started.status, started.data.started_by]).toEqual([200, "Mara Lind"]);
    expect(await runImportStep(id)).toBe(true);
    await sql("UPDATE memberships SET role = 'viewer' WHERE user_id = $1", [person.id]);
    expect(await runImportStep(id)).toBe(false);
    expect(await getImport(id)).toMatchObject({
      state: "stopped",
      issued_count: 250,
      stop_reason: "The person or token that started it may no longer issue badges here.",
    });
    expect(await listRecipients(template.id)).toHaveLength(250);
  });

  it("ends when its token is revoked", async () => {
    const { data: token } = await organization.client.post("/authorization_tokens", { write_enabled: true });
    template = await createTemplate(organization);
    const { id } = await createCheckedImport(organization, { badge_template_id: template.id });
    const authorization = `Basic ${Buffer.from(`${token.token}:`).toString("base64")}`;
    const path = `/v1/organizations/${organization.id}${PATH}/${id}/start`;
    expect((await send("POST", path, { headers: { authorization }, body: {} })).status).toBe(200);
    await organization.client.delete(`/authorization_tokens/${token.id}`);
    await runAllImportSteps(id);
    expect((await getImport(id)).state).toBe("stopped");
  });

  it("fails the remaining rows when its template is archived", async () => {
    const { id } = await startRun(TWO_STEPS);
    await runImportStep(id);
    await organization.client.put(`/badge_templates/${template.id}`, { state: "archived" });
    await runAllImportSteps(id);
    expect(await getImport(id)).toMatchObject({
      state: "done",
      issued_count: 250,
      failed_count: TWO_STEPS - 250,
    });
    const { data } = await organization.client.get(`${PATH}/${id}/rows?filter=status::failed&per=1`);
    expect(data[0].problems).toMatchObject([{ field: "badge_template_id", code: "template_not_active" }]);
  });

  it("fails a row whose recipient got the badge in the meantime", async () => {
    const file = table(line({ email: "meanwhile@example.org" }), line());
    const { id } = await startRun(0, { file });
    await organization.client.post(
      "/badges",
      badgeBody(template.id, { recipient_email: "meanwhile@example.org" }),
    );
    await runAllImportSteps(id);
    expect(await countRowStatuses(id)).toEqual({ issued: 1, failed: 1 });
    expect(await listRecipients(template.id)).toHaveLength(2);
  });

  it("replaces the recipient's existing badge when that was requested", async () => {
    template = await createTemplate(organization);
    const { data: before } = await organization.client.post(
      "/badges",
      badgeBody(template.id, { recipient_email: "held@example.org" }),
    );
    const file = table(line({ email: "held@example.org" }));
    const { id } = await createStartedImport(organization, {
      badge_template_id: template.id,
      file,
      duplicate_behavior: "replace",
    });
    await runAllImportSteps(id);
    const [row] = (await organization.client.get(`${PATH}/${id}/rows`)).data;
    expect(row).toMatchObject({ status: "issued", problems: [{ code: "replaces" }] });
    const moved = await organization.client.get(`/badges/${before.id}`);
    expect(moved.headers.get("location")).toContain(row.badge_id);
  });

  it("takes turns between organizations: no organization waits for another's whole file", async () => {
    // Jobs left over from an earlier test may be due by now.
    await sql("DELETE FROM outbox_messages WHERE kind = 'badge_import'");
    const other = await createTestOrganization();
    const { id: first } = await startRun(TWO_STEPS);
    const { id: second } = await createStartedImport(other, { file: table(...buildLines(TWO_STEPS)) });
    const order: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const [message] = await claimDue("badge_import", { limit: 1, leaseMs: 15_000, perOrganization: 1 });
      if (!message) break;
      order.push(message.subjectId);
      const attempted = await Promise.all(await jobs.badge_import.attempt([message]));
      await jobs.badge_import.writeBatch(attempted);
    }
    expect(order).toEqual([first, second, first, second]);
  });

  it("is completed by a worker", async () => {
    const { id } = await startRun(TWO_STEPS);
    const worker = startWorker(jobs.badge_import);
    await until("the import is done", async () => (await getImport(id)).state === "done");
    await worker.stop();
    expect(await listRecipients(template.id)).toHaveLength(TWO_STEPS);
  });

  it("resumes after its worker died", async () => {
    const { id } = await startRun(1);
    const clock = stopClock();
    await claimDue("badge_import", { limit: 1, leaseMs: 15_000, perOrganization: 1 });
    clock.advance(15_000);
    await runAllImportSteps(id);
    expect((await getImport(id)).state).toBe("done");
  });
});

describe("stored imports", () => {
  it("are deleted 30 days after the last change, never while running", async () => {
    const clock = stopClock();
    const created = await createCheckedImport(organization);
    const { id } = await startRun(1);
    clock.advance(31 * 24 * 3_600_000);
    const young = await createCheckedImport(organization);
    while (await deleteOldImports());
    clock.restore();
    const remainingImports = await sql("SELECT id FROM badge_imports WHERE id = ANY ($1) ORDER BY id", [
      [created.id, id, young.id],
    ]);
    expect(remainingImports.map((row) => row.id)).toEqual([id, young.id]);
    expect(await sql("SELECT 1 FROM badge_import_rows WHERE badge_import_id = $1", [created.id])).toEqual([]);
  });
});
