import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { recordEvents } from "@/lib/platform/recording/record-events";
import { claimMessage, runMessage } from "../../support/delivery/run-message";
import { digest } from "@/lib/kernel/secrets";
import { deleteOldSendings, mailJob } from "@/lib/delivery/mail/jobs";
import { getMailTransport, type Mail } from "@/lib/delivery/mail/transport";
import {
  badgeBody,
  createEmployee,
  createTestOrganization,
  createTemplate,
  nextSerial,
} from "../../support/builders";
import type { TestOrganization } from "../../support/builders";
import { sql } from "../../support/platform/database";
import { startWorker, stopClock } from "../../support/delivery/outbox";
import { until } from "../../support/until";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let organization: TestOrganization;
let template: { id: string };
let sent: Mail[];

beforeAll(async () => {
  organization = await createTestOrganization("Harbour School");
  template = await createTemplate(organization);
});
beforeEach(() => {
  sent = [];
  vi.spyOn(getMailTransport(), "send").mockImplementation((mail) => {
    sent.push(mail);
    return Promise.resolve({ state: "sent" });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const newEmail = () => `limited-${nextSerial()}@example.org`;

async function issueBadge(recipient_email: string, of = organization, badge_template_id = template.id) {
  const body = badgeBody(badge_template_id, { recipient_email, duplicate_behavior: "allow" });
  const { status, data } = await of.client.post("/badges", body);
  expect(status, JSON.stringify(data)).toBe(201);
  return data as { id: string };
}

const issueMany = async (count: number, address: string): Promise<string[]> => {
  const ids = [];
  for (let index = 0; index < count; index += 1) ids.push((await issueBadge(address)).id);
  return ids;
};

type Row = {
  id: string;
  state: string;
  attempts: number;
  last_reason: string | null;
  next_attempt_at: Date;
  recipient_digest: Buffer | null;
};

/** The mails recorded for these subjects, oldest first. */
const listMails = async (...subjects: string[]): Promise<Row[]> =>
  (await sql(
    "SELECT * FROM outbox_messages WHERE subject_id = ANY ($1::uuid[]) AND kind = 'mail' ORDER BY created_at, id",
    [subjects],
  )) as Row[];

const areAllDone = async (...subjects: string[]) =>
  (await listMails(...subjects)).every(
    ({ state, recipient_digest: recipientDigest }) => state === "done" || recipientDigest !== null,
  );

/** Runs whichever of these are due, one after the other, as Inngest does. */
async function deliverMails(...subjects: string[]): Promise<void> {
  for (const { id } of await listMails(...subjects)) await runMessage(mailJob, id);
}

/** Records mails that the organization sent to an address, at these times before now. */
const recordSentMails = (address: string, present: Date, offsets: number[], of = organization) =>
  sql(
    `INSERT INTO mail_sendings (outbox_message_id, organization_id, recipient_digest, sent_at)
     SELECT gen_random_uuid(), $1, $2, $3::timestamptz - ago * interval '1 millisecond' FROM unnest($4::bigint[]) AS ago`,
    [of.id, digest(address), present, offsets],
  );

const listEvents = async (...badges: string[]): Promise<string[]> =>
  (
    await sql(
      `SELECT subject_id FROM events WHERE subject_id = ANY ($1::uuid[])
         AND event_type = 'pending_badge_notification.no_user.sent' ORDER BY subject_id`,
      [badges],
    )
  ).map(({ subject_id }) => String(subject_id));

describe("mails of one organization to one recipient", () => {
  it("are limited to five an hour, also with two runners; the others are sent together after the hour", async () => {
    const clock = stopClock();
    const address = newEmail();
    const badges = await issueMany(11, address);
    const beside = await issueBadge(newEmail());
    const workers = [startWorker(mailJob), startWorker(mailJob)];
    await until("all are sent or wait", () => areAllDone(...badges, beside.id));
    const own = () => sent.filter(({ to }) => to.address === address);
    expect(own()).toHaveLength(5);
    expect(sent).toHaveLength(6);
    expect(await listEvents(...badges)).toHaveLength(5);
    const waiting = (await listMails(...badges)).filter(({ state }) => state === "due");
    expect(waiting).toHaveLength(6);
    for (const row of waiting) expect(row).toMatchObject({ attempts: 0, last_reason: "limited" });
    const first = Math.min(...waiting.map(({ next_attempt_at: at }) => at.getTime()));
    expect(first).toBe(clock.now().getTime() + HOUR);

    clock.advance(HOUR);
    await until("the others are sent", async () =>
      (await listMails(...badges)).every(({ state }) => state === "done"),
    );
    await Promise.all(workers.map(({ stop }) => stop()));
    expect(own()).toHaveLength(6);
    const merged = own().at(-1);
    expect(merged?.subject).toBe("You have 6 new badges");
    const alone = new Set(
      own()
        .slice(0, 5)
        .flatMap(({ text }) => badges.filter((id) => text.includes(`/accept/${id}?token=`))),
    );
    const together = badges.filter((id) => !alone.has(id));
    expect(together).toHaveLength(6);
    for (const id of together) {
      expect(merged?.text).toContain(`/accept/${id}?token=`);
      expect(merged?.html).toContain(`/accept/${id}?token=`);
    }
    expect(await listEvents(...badges)).toEqual(badges.toSorted());
    expect((await listMails(...badges)).map(({ attempts }) => attempts)).toEqual(badges.map(() => 1));
  });

  it("are limited to twenty a day, for each organization and each recipient", async () => {
    const clock = stopClock();
    const address = newEmail();
    const offsets = Array.from({ length: 20 }, (_, index) => (index + 2) * HOUR);
    await recordSentMails(address, clock.now(), offsets);
    const { id } = await issueBadge(address);
    await deliverMails(id);
    expect(sent).toHaveLength(0);
    const [row] = await listMails(id);
    expect(row?.next_attempt_at).toEqual(new Date(clock.now().getTime() + 3 * HOUR));

    const other = await createTestOrganization();
    const foreign = await issueBadge(address, other, (await createTemplate(other)).id);
    await deliverMails(foreign.id, (await issueBadge(newEmail())).id);
    expect(sent).toHaveLength(2);

    clock.advance(3 * HOUR);
    await deliverMails(id);
    expect(sent.at(-1)?.subject).toMatch(/^Harbour School has issued you a badge: /);
    clock.advance(DAY);
    await deleteOldSendings();
    expect(await sql("SELECT FROM mail_sendings WHERE sent_at < $1", [clock.now()])).toEqual([]);
  });

  it("of several kinds become one mail with the content of each, limited to what is still current", async () => {
    const clock = stopClock();
    const address = newEmail();
    await recordSentMails(address, clock.now(), [1, 1, 1, 1, 1]);
    const [pending, revoked, gone] = await issueMany(3, address);
    const employee = await createEmployee(organization, { email: address });
    await organization.client.post("/employees/send_invitations", {
      employee_list: [address],
      list_type: "email",
    });
    const subjects = [pending, revoked, gone, employee.id].map(String);
    await deliverMails(...subjects);
    expect(sent).toHaveLength(0);
    await organization.client.put(`/badges/${revoked}/revoke`, { reason: "Wrong person." });
    await organization.client.delete(`/badges/${gone}`);
    await deliverMails(...subjects);
    clock.advance(HOUR);
    await deliverMails(...subjects);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.subject).toBe("You have 3 messages from Harbour School");
    expect(sent[0]?.text).toContain(`/accept/${pending}?token=`);
    expect(sent[0]?.text).toContain("Harbour School has revoked your badge");
    expect(sent[0]?.text).toContain("Wrong person.");
    expect(sent[0]?.text).toContain("Harbour School invites you to connect your badges");
    expect(sent[0]?.text).not.toContain(String(gone));
    const rows = await listMails(...subjects);
    expect(rows.filter(({ last_reason: reason }) => reason === "not_needed")).toHaveLength(2);
    expect(rows.every(({ state }) => state === "done")).toBe(true);
    const { data } = await organization.client.get(`/employees/${employee.id}`);
    expect(data.last_invitation_sent_at).toBe(clock.now().toISOString());
  });

  it("do not count when they were not sent, and count once when a worker died with them", async () => {
    const clock = stopClock();
    const address = newEmail();
    await recordSentMails(address, clock.now(), [1, 1, 1, 1]);
    vi.mocked(getMailTransport().send).mockResolvedValueOnce({ state: "permanent", reason: "smtp 550" });
    const [refused, lost, last] = await issueMany(3, address);
    await deliverMails(String(refused));
    const [message] = await listMails(String(lost));
    const claimed = await claimMessage(message?.id ?? "", mailJob.leaseMs);
    if (!claimed) throw new Error("The mail could not be claimed.");
    await Promise.all(await mailJob.attempt([claimed]));
    expect(sent).toHaveLength(1);
    await deliverMails(String(last));
    expect(sent).toHaveLength(1);
    clock.advance(mailJob.leaseMs);
    await deliverMails(String(lost));
    expect(sent.map(({ subject }) => subject.replace(/:.*/, ""))).toEqual([
      "Harbour School has issued you a badge",
      "You have 2 new badges",
    ]);
    // Mails with different contents never share an id.
    expect(new Set(sent.map(({ id }) => id)).size).toBe(2);
    expect((await listMails(String(lost), String(last))).map(({ state }) => state)).toEqual(["done", "done"]);
    const counted = await sql("SELECT FROM mail_sendings WHERE recipient_digest = $1", [digest(address)]);
    expect(counted).toHaveLength(5);
  });

  it("do not include those that the recipient requested", async () => {
    const clock = stopClock();
    const address = newEmail();
    await recordSentMails(address, clock.now(), [1, 1, 1, 1, 1]);
    const subjectId = (await issueBadge(address)).id;
    await deliverMails(subjectId);
    const payload = { template: "account_changed", change: "password", address, locale: "en" };
    await recordEvents([], [{ kind: "mail", organizationId: null, subjectId, payload }]);
    await deliverMails(subjectId);
    expect(sent.map(({ subject }) => subject)).toEqual(["Your password was set"]);
  });
});

describe("invitations of an employee", () => {
  it("that are requested fifteen times in a row are one mail, also when the first one was already sent", async () => {
    const clock = stopClock();
    const own = await createTestOrganization();
    const { id } = await createEmployee(own);
    const sendInvitations = () => own.client.post("/employees/send_invitations", {});
    await Promise.all([sendInvitations(), sendInvitations(), sendInvitations()]);
    for (let time = 0; time < 12; time += 1) {
      await deliverMails(id);
      clock.advance(1_000);
      expect((await sendInvitations()).status).toBe(200);
    }
    await deliverMails(id);
    expect(sent).toHaveLength(1);
    clock.advance(5 * MINUTE);
    await sendInvitations();
    await deliverMails(id);
    expect(sent).toHaveLength(2);
  });
});
