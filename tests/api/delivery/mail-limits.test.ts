import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { recordEvents } from "@/lib/delivery/recording/record-events";
import { claimOne, runOne } from "../../support/delivery/run-message";
import { digest } from "@/lib/kernel/secrets";
import { deleteOldSendings, mailJob } from "@/lib/delivery/mail/jobs";
import { getMailTransport, type Mail } from "@/lib/delivery/mail/transport";
import { badgeBody, makeEmployee, makeOrganization, makeTemplate, serial } from "../../support/builders";
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
  organization = await makeOrganization("Harbour School");
  template = await makeTemplate(organization);
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

const newAddress = () => `limited-${serial()}@example.org`;

async function issue(recipient_email: string, of = organization, badge_template_id = template.id) {
  const body = badgeBody(badge_template_id, { recipient_email, duplicate_behavior: "allow" });
  const { status, data } = await of.client.post("/badges", body);
  expect(status, JSON.stringify(data)).toBe(201);
  return data as { id: string };
}

const issueMany = async (count: number, address: string): Promise<string[]> => {
  const ids = [];
  for (let index = 0; index < count; index += 1) ids.push((await issue(address)).id);
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
const mailsOf = async (...subjects: string[]): Promise<Row[]> =>
  (await sql(
    "SELECT * FROM outbox_messages WHERE subject_id = ANY ($1::uuid[]) AND kind = 'mail' ORDER BY created_at, id",
    [subjects],
  )) as Row[];

const hasNoneToDo = async (...subjects: string[]) =>
  (await mailsOf(...subjects)).every(
    ({ state, recipient_digest: held }) => state === "done" || held !== null,
  );

/** Runs whichever of these are due, one after the other, as Inngest does. */
async function deliver(...subjects: string[]): Promise<void> {
  for (const { id } of await mailsOf(...subjects)) await runOne(mailJob, id);
}

/** Records mails that the organization sent to an address, at these times before now. */
const sentBefore = (address: string, present: Date, ago: number[], of = organization) =>
  sql(
    `INSERT INTO mail_sendings (outbox_message_id, organization_id, recipient_digest, sent_at)
     SELECT gen_random_uuid(), $1, $2, $3::timestamptz - ago * interval '1 millisecond' FROM unnest($4::bigint[]) AS ago`,
    [of.id, digest(address), present, ago],
  );

const eventsOf = async (...badges: string[]): Promise<string[]> =>
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
    const address = newAddress();
    const badges = await issueMany(11, address);
    const beside = await issue(newAddress());
    const workers = [startWorker(mailJob), startWorker(mailJob)];
    await until("all are sent or wait", () => hasNoneToDo(...badges, beside.id));
    const own = () => sent.filter(({ to }) => to.address === address);
    expect(own()).toHaveLength(5);
    expect(sent).toHaveLength(6);
    expect(await eventsOf(...badges)).toHaveLength(5);
    const waiting = (await mailsOf(...badges)).filter(({ state }) => state === "due");
    expect(waiting).toHaveLength(6);
    for (const row of waiting) expect(row).toMatchObject({ attempts: 0, last_reason: "limited" });
    const first = Math.min(...waiting.map(({ next_attempt_at: at }) => at.getTime()));
    expect(first).toBe(clock.now().getTime() + HOUR);

    clock.advance(HOUR);
    await until("the others are sent", async () =>
      (await mailsOf(...badges)).every(({ state }) => state === "done"),
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
    expect(await eventsOf(...badges)).toEqual(badges.toSorted());
    expect((await mailsOf(...badges)).map(({ attempts }) => attempts)).toEqual(badges.map(() => 1));
  });

  it("are limited to twenty a day, for each organization and each recipient", async () => {
    const clock = stopClock();
    const address = newAddress();
    const ago = Array.from({ length: 20 }, (_, index) => (index + 2) * HOUR);
    await sentBefore(address, clock.now(), ago);
    const { id } = await issue(address);
    await deliver(id);
    expect(sent).toHaveLength(0);
    const [row] = await mailsOf(id);
    expect(row?.next_attempt_at).toEqual(new Date(clock.now().getTime() + 3 * HOUR));

    const other = await makeOrganization();
    const foreign = await issue(address, other, (await makeTemplate(other)).id);
    await deliver(foreign.id, (await issue(newAddress())).id);
    expect(sent).toHaveLength(2);

    clock.advance(3 * HOUR);
    await deliver(id);
    expect(sent.at(-1)?.subject).toMatch(/^Harbour School has issued you a badge: /);
    clock.advance(DAY);
    await deleteOldSendings();
    expect(await sql("SELECT FROM mail_sendings WHERE sent_at < $1", [clock.now()])).toEqual([]);
  });

  it("of several kinds become one mail with the content of each, limited to what is still current", async () => {
    const clock = stopClock();
    const address = newAddress();
    await sentBefore(address, clock.now(), [1, 1, 1, 1, 1]);
    const [pending, revoked, gone] = await issueMany(3, address);
    const employee = await makeEmployee(organization, { email: address });
    await organization.client.post("/employees/send_invitations", {
      employee_list: [address],
      list_type: "email",
    });
    const subjects = [pending, revoked, gone, employee.id].map(String);
    await deliver(...subjects);
    expect(sent).toHaveLength(0);
    await organization.client.put(`/badges/${revoked}/revoke`, { reason: "Wrong person." });
    await organization.client.delete(`/badges/${gone}`);
    await deliver(...subjects);
    clock.advance(HOUR);
    await deliver(...subjects);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.subject).toBe("You have 3 messages from Harbour School");
    expect(sent[0]?.text).toContain(`/accept/${pending}?token=`);
    expect(sent[0]?.text).toContain("Harbour School has revoked your badge");
    expect(sent[0]?.text).toContain("Wrong person.");
    expect(sent[0]?.text).toContain("Harbour School invites you to connect your badges");
    expect(sent[0]?.text).not.toContain(String(gone));
    const rows = await mailsOf(...subjects);
    expect(rows.filter(({ last_reason: reason }) => reason === "not_needed")).toHaveLength(2);
    expect(rows.every(({ state }) => state === "done")).toBe(true);
    const { data } = await organization.client.get(`/employees/${employee.id}`);
    expect(data.last_invitation_sent_at).toBe(clock.now().toISOString());
  });

  it("do not count when they were not sent, and count once when a worker died with them", async () => {
    const clock = stopClock();
    const address = newAddress();
    await sentBefore(address, clock.now(), [1, 1, 1, 1]);
    vi.mocked(getMailTransport().send).mockResolvedValueOnce({ state: "permanent", reason: "smtp 550" });
    const [refused, lost, last] = await issueMany(3, address);
    await deliver(String(refused));
    const [message] = await mailsOf(String(lost));
    const claimed = await claimOne(message?.id ?? "", mailJob.leaseMs);
    if (!claimed) throw new Error("The mail could not be claimed.");
    await Promise.all(await mailJob.attempt([claimed]));
    expect(sent).toHaveLength(1);
    await deliver(String(last));
    expect(sent).toHaveLength(1);
    clock.advance(mailJob.leaseMs);
    await deliver(String(lost));
    expect(sent.map(({ subject }) => subject.replace(/:.*/, ""))).toEqual([
      "Harbour School has issued you a badge",
      "You have 2 new badges",
    ]);
    // Mails with different contents never share an id.
    expect(new Set(sent.map(({ id }) => id)).size).toBe(2);
    expect((await mailsOf(String(lost), String(last))).map(({ state }) => state)).toEqual(["done", "done"]);
    const counted = await sql("SELECT FROM mail_sendings WHERE recipient_digest = $1", [digest(address)]);
    expect(counted).toHaveLength(5);
  });

  it("do not include those that the recipient requested", async () => {
    const clock = stopClock();
    const address = newAddress();
    await sentBefore(address, clock.now(), [1, 1, 1, 1, 1]);
    const subjectId = (await issue(address)).id;
    await deliver(subjectId);
    const payload = { template: "account_changed", change: "password", address, locale: "en" };
    await recordEvents([], [{ kind: "mail", organizationId: null, subjectId, payload }]);
    await deliver(subjectId);
    expect(sent.map(({ subject }) => subject)).toEqual(["Your password was set"]);
  });
});

describe("invitations of an employee", () => {
  it("that are requested fifteen times in a row are one mail, also when the first one was already sent", async () => {
    const clock = stopClock();
    const own = await makeOrganization();
    const { id } = await makeEmployee(own);
    const invite = () => own.client.post("/employees/send_invitations", {});
    await Promise.all([invite(), invite(), invite()]);
    for (let time = 0; time < 12; time += 1) {
      await deliver(id);
      clock.advance(1_000);
      expect((await invite()).status).toBe(200);
    }
    await deliver(id);
    expect(sent).toHaveLength(1);
    clock.advance(5 * MINUTE);
    await invite();
    await deliver(id);
    expect(sent).toHaveLength(2);
  });
});
