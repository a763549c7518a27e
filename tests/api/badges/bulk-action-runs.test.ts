import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deleteOldBulkActions } from "@/lib/badges/bulk-actions/jobs";
import * as recipient from "@/lib/badges/issued/recipient";
import { claimDue } from "@/lib/kernel/outbox/claim";
import { jobs } from "@/lib/operations/jobs/list";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import {
  issueBadges,
  PATH,
  runAllBulkSteps,
  runBulkStep,
  startBulkAction,
} from "../../support/badges/bulk-actions";
import { stopClock, startWorker } from "../../support/delivery/outbox";
import { sql } from "../../support/platform/database";
import { until } from "../../support/until";

/** The badges of one step plus a few more. */
const TWO_STEPS = 105;

let organization: TestOrganization;

beforeEach(async () => {
  organization = await createTestOrganization();
});

afterEach(() => vi.restoreAllMocks());

async function startResend(count: number) {
  const { template, filter } = await issueBadges(organization, count);
  const { id } = await startBulkAction(organization, { action: "resend", filter, badges_count: count });
  return { id, templateId: template.id };
}

const getBulkAction = async (id: string) => (await organization.client.get(`${PATH}/${id}`)).data;

/** How many mails each badge of the template got. */
const countMails = async (templateId: string): Promise<Record<string, number>> => {
  const rows = await sql(
    `SELECT mails, count(*)::int AS badges FROM (
       SELECT (SELECT count(*)::int FROM outbox_messages WHERE subject_id = badge.id AND kind = 'mail') AS mails
       FROM issued_badges AS badge WHERE badge_template_id = $1) AS counted GROUP BY mails`,
    [templateId],
  );
  return Object.fromEntries(rows.map(({ mails, badges }) => [String(mails), Number(badges)]));
};

const makeDue = (id: string) =>
  sql("UPDATE outbox_messages SET next_attempt_at = now(), leased_until = NULL WHERE subject_id = $1", [id]);

/** Lets the action fail for a badge as if the process had been killed, after its changes and before their commit. */
function killAt(call: number) {
  const { sendNotification } = recipient;
  let calls = 0;
  return vi.spyOn(recipient, "sendNotification").mockImplementation(async (author, id) => {
    const row = await sendNotification(author, id);
    calls += 1;
    if (calls === call) throw new Error("killed");
    return row;
  });
}

describe("a run", () => {
  it("continues after a process died within and between steps: no badge is left out or done twice", async () => {
    const { id, templateId } = await startResend(TWO_STEPS);
    killAt(31);
    await runBulkStep(id);
    vi.restoreAllMocks();
    expect(await countMails(templateId)).toEqual({ 0: TWO_STEPS - 30, 1: 30 });
    expect(await getBulkAction(id)).toMatchObject({ state: "running", done_count: 30, failed_count: 0 });
    await makeDue(id);
    // The step is committed, and the process dies before the outcome of the message is stored.
    const [message] = await claimDue("badge_bulk_action", { limit: 1, leaseMs: 30_000, perOrganization: 1 });
    await Promise.all(await jobs.badge_bulk_action.attempt(message ? [message] : []));
    expect(await countMails(templateId)).toEqual({ 1: TWO_STEPS });
    await makeDue(id);
    await runAllBulkSteps(id);
    expect(await countMails(templateId)).toEqual({ 1: TWO_STEPS });
    expect(await getBulkAction(id)).toMatchObject({ state: "done", done_count: TWO_STEPS });
  });

  it("does each badge once when two workers run it at the same time", async () => {
    const { id, templateId } = await startResend(20);
    const [message] = await claimDue("badge_bulk_action", { limit: 1, leaseMs: 30_000, perOrganization: 1 });
    await Promise.all(await jobs.badge_bulk_action.attempt(message ? [message, message] : []));
    expect(await countMails(templateId)).toEqual({ 1: 20 });
    expect(await getBulkAction(id)).toMatchObject({ state: "done", done_count: 20, skipped_count: 0 });
  });

  it("gives up a badge that fails three times, and does the others", async () => {
    const { id, templateId } = await startResend(3);
    const [poisoned] = await sql(
      "SELECT badge_id AS id FROM badge_bulk_action_items WHERE badge_bulk_action_id = $1 AND number = 2",
      [id],
    );
    const { sendNotification } = recipient;
    vi.spyOn(recipient, "sendNotification").mockImplementation((author, badgeId) =>
      badgeId === poisoned?.id ? Promise.reject(new Error("a bug")) : sendNotification(author, badgeId),
    );
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await runBulkStep(id);
      await makeDue(id);
    }
    expect(await getBulkAction(id)).toMatchObject({ state: "done", done_count: 2, failed_count: 1 });
    expect(await countMails(templateId)).toEqual({ 0: 1, 1: 2 });
    const { data } = await organization.client.get(`${PATH}/${id}/badges?filter=status::failed`);
    expect(data).toMatchObject([{ number: 2, badge_id: poisoned?.id }]);
  });

  it("is completed by a worker", async () => {
    const { id, templateId } = await startResend(TWO_STEPS);
    const worker = startWorker(jobs.badge_bulk_action);
    await until("the run is done", async () => (await getBulkAction(id)).state === "done");
    await worker.stop();
    expect(await countMails(templateId)).toEqual({ 1: TWO_STEPS });
  });
});

describe("stored bulk actions", () => {
  it("are deleted 30 days after they ended", async () => {
    const clock = stopClock();
    const { id } = await startResend(1);
    await runAllBulkSteps(id);
    clock.advance(29 * 24 * 3_600_000);
    while (await deleteOldBulkActions());
    expect((await organization.client.get(`${PATH}/${id}`)).status).toBe(200);
    clock.advance(2 * 24 * 3_600_000);
    while (await deleteOldBulkActions());
    clock.restore();
    expect((await organization.client.get(`${PATH}/${id}`)).status).toBe(404);
    expect(await sql("SELECT 1 FROM badge_bulk_action_items WHERE badge_bulk_action_id = $1", [id])).toEqual(
      [],
    );
  });
});
