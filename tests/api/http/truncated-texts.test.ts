import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { webhookJob } from "@/lib/delivery/webhooks/jobs";
import { db } from "@/lib/kernel/db";
import { truncateText } from "@/lib/kernel/truncate-text";
import type { DetailedResult, Job } from "@/lib/kernel/outbox/worker";
import { runMessage } from "../../support/delivery/run-message";
import { mailJob } from "@/lib/delivery/mail/jobs";
import { getMailTransport } from "@/lib/delivery/mail/transport";
import { encodeFile, createCheckedImport, PATH, runAllImportSteps } from "../../support/badges/badge-imports";
import { badgeBody, createTestOrganization, createTemplate, nextSerial } from "../../support/builders";
import type { TestOrganization } from "../../support/builders";
import { sql } from "../../support/platform/database";
import { buildRefusal, startMailServer } from "../../support/delivery/mail-server";
import {
  recordTestEvents,
  recordTestEvent,
  createSubscriber,
  startWorker,
  stopClock,
  countMessagesByState,
} from "../../support/delivery/outbox";
import { until } from "../../support/until";
import { startReceiver } from "../../support/delivery/webhook-receiver";

const HALF_SURROGATE = "\ud83d";
const MINUTE = 60_000;

let organization: TestOrganization;
let template: { id: string };

beforeAll(async () => {
  organization = await createTestOrganization("Harbour School");
  template = await createTemplate(organization);
});
beforeEach(async () => {
  await db().outboxMessage.deleteMany();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const newEmail = () => `cut-${nextSerial()}@example.org`;

async function issueBadge(recipient_email: string): Promise<string> {
  const { status, data } = await organization.client.post(
    "/badges",
    badgeBody(template.id, { recipient_email }),
  );
  expect(status, JSON.stringify(data)).toBe(201);
  return data.id;
}

const listMails = (badges: string[]) =>
  db().outboxMessage.findMany({ where: { kind: "mail", subjectId: { in: badges } } });

describe("a mail server whose response is cut in the middle of a character", () => {
  it.each([285, 288, 289, 290, 291])(
    "loses no result of the batch (%i letters before it)",
    async (length) => {
      const poisoned = newEmail();
      const addresses = [newEmail(), poisoned, newEmail(), newEmail()];
      const words = buildRefusal(451, `${"x".repeat(length)}😀😀😀`);
      const { received, transport } = await startMailServer({
        onRcptTo: ({ address }, _session, callback) => callback(address === poisoned ? words : null),
      });
      vi.spyOn(getMailTransport(), "send").mockImplementation(transport.send);
      const badges: string[] = [];
      for (const address of addresses) badges.push(await issueBadge(address));
      const worker = startWorker(mailJob);
      const mails = await until("all are attempted", async () => {
        const rows = await listMails(badges);
        return rows.every(({ attempts }) => attempts === 1) && rows;
      });
      await worker.stop();
      expect(mails.map(({ state }) => state).toSorted()).toEqual(["done", "done", "done", "due"]);
      expect(received.flatMap(({ recipients }) => recipients).toSorted()).toEqual(
        addresses.filter((address) => address !== poisoned).toSorted(),
      );
      const [refused] = mails.filter(({ state }) => state === "due");
      expect(refused?.lastReason).toMatch(/^smtp 451 x+(😀)*$/u);
      expect(refused?.leasedUntil).toBeNull();
    },
  );
});

describe("results of a batch that cannot be stored together", () => {
  /** A job where the database refuses the results of some subjects. All of a claim end at the same moment. */
  const createPoisonedJob = (
    job: Job,
    isPoisoned: (subjectId: string) => boolean,
    outcome: DetailedResult["outcome"],
  ) => {
    const attempted: string[] = [];
    const attempt: Job["attempt"] = (messages) =>
      Promise.resolve(
        messages.map((message) => {
          attempted.push(message.subjectId);
          return Promise.resolve(
            isPoisoned(message.subjectId)
              ? { message, outcome, detail: { attempt: buildAttempt(message.id), isWorking: null } }
              : { message, outcome: { state: "done" } as const, detail: undefined },
          );
        }),
      );
    return { attempted, job: { ...job, attempt } };
  };

  /** An attempt that PostgreSQL does not accept: NUL in a text. */
  const buildAttempt = (outboxMessageId: string) => ({
    outboxMessageId,
    attemptedAt: new Date(),
    durationMs: 1,
    status: 200,
    reason: null,
    responseExcerpt: "\0",
  });

  it("are stored one by one: an unstorable result is shown as failed and its work is not repeated", async () => {
    const clock = stopClock();
    const { id } = await createSubscriber("https://example.org/hook");
    const events = await recordTestEvents(id, 15);
    const { attempted, job } = createPoisonedJob(webhookJob, (subject) => subject === events[7], {
      state: "done",
    });
    const worker = startWorker(job);
    await until("all are finished", async () => {
      const { done = 0, failed = 0 } = await countMessagesByState(id);
      return done + failed === 15;
    });
    expect(await countMessagesByState(id)).toEqual({ done: 14, failed: 1 });
    const [failed] = await sql(
      "SELECT subject_id, last_reason FROM outbox_messages WHERE organization_id = $1 AND state = 'failed'",
      [id],
    );
    expect(failed).toEqual({ subject_id: events[7], last_reason: "outcome_not_stored" });
    clock.advance(2 * MINUTE);
    const more = await recordTestEvents(id);
    await until("the worker has looked again", async () => (await countMessagesByState(id)).done === 15);
    await worker.stop();
    expect(attempted.toSorted()).toEqual([...events, ...more].toSorted());
  });

  it("keep their time when they are to be retried, without the unstorable text", async () => {
    const { id } = await createSubscriber("https://example.org/hook");
    const { messageId, eventId } = await recordTestEvent(id);
    const clock = stopClock();
    const nextAttemptAt = new Date(clock.now().getTime() + 5 * MINUTE);
    const outcome = { state: "due", nextAttemptAt, reason: HALF_SURROGATE } as const;
    const { job } = createPoisonedJob(webhookJob, (subject) => subject === eventId, outcome);
    expect(await runMessage(job, messageId)).toEqual({ nextAttemptAt });
    expect(await db().outboxMessage.findUnique({ where: { id: messageId } })).toMatchObject({
      state: "due",
      attempts: 1,
      lastReason: "internal",
      leasedUntil: null,
      nextAttemptAt,
    });
  });

  it("a message that prevents its batch from starting blocks no other one, and is retried ever later until it fails", async () => {
    const clock = stopClock();
    const { id } = await createSubscriber("https://example.org/hook");
    const events = await recordTestEvents(id, 10);
    const bad = events[3] ?? "";
    const { job: good } = createPoisonedJob(webhookJob, () => false, { state: "done" });
    const job: Job = {
      ...good,
      attempt: (messages) =>
        messages.some(({ subjectId }) => subjectId === bad)
          ? Promise.reject(new Error("This one cannot be read."))
          : good.attempt(messages),
    };
    const worker = startWorker(job);
    await until("the others are done", async () => (await countMessagesByState(id)).done === 9);
    await worker.stop();
    const findMessage = () => db().outboxMessage.findFirstOrThrow({ where: { subjectId: bad } });
    const pauses: number[] = [];
    const failAgain = async () => {
      const { nextAttemptAt, id: messageId } = await findMessage();
      pauses.push(nextAttemptAt.getTime() - clock.now().getTime());
      clock.set(nextAttemptAt);
      await runMessage(job, messageId);
    };
    while (pauses.length < 20) await failAgain();
    expect(pauses[0]).toBe(15_000);
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
    // From then on there is one attempt an hour, until the longest window of any receiver is over.
    expect(pauses.slice(-3)).toEqual([60 * MINUTE, 60 * MINUTE, 60 * MINUTE]);
    const { createdAt, id: messageId } = await findMessage();
    clock.set(new Date(createdAt.getTime() + 25 * 24 * 60 * MINUTE));
    await runMessage(job, messageId);
    expect(await findMessage()).toMatchObject({ state: "due" });
    await failAgain();
    expect(await findMessage()).toMatchObject({ state: "failed", lastReason: "internal" });
  });
});

describe("responses of receivers", () => {
  it("are stored without half a character", async () => {
    const receiver = await startReceiver();
    try {
      const { id } = await createSubscriber(receiver.url());
      for (const length of [1_020, 1_021, 1_022, 1_023, 1_024]) {
        receiver.script({ status: 500, body: `${"x".repeat(length)}😀` });
        const { deliver, messageId } = await recordTestEvent(id);
        await deliver();
        const { responseExcerpt } = await db().webhookAttempt.findFirstOrThrow({
          where: { outboxMessageId: messageId },
        });
        expect(responseExcerpt).toBe("x".repeat(length) + (length === 1_020 ? "😀" : ""));
      }
    } finally {
      await receiver.close();
    }
  });
});

describe("tables", () => {
  it.each([79, 80, 254, 255])("with an emoji after %i letters in each cell are imported", async (length) => {
    const text = `${"x".repeat(length - 1)}😀😀`;
    const file = encodeFile(
      [
        `email,first name,last name,${text}`,
        `${text}@example.org,Ada,Okafor,${text}`,
        `${newEmail()},${text},Okafor,`,
        `${newEmail()},Ada,Okafor,${text}`,
      ].join("\n"),
    );
    const { id, rows_count: count } = await createCheckedImport(organization, {
      badge_template_id: template.id,
      file,
    });
    expect(count).toBe(3);
    const { status, data } = await organization.client.get(`${PATH}/${id}/rows`);
    expect(status).toBe(200);
    expect(JSON.stringify(data)).not.toMatch(/\\ud83d|\uFFFD/);
    expect((await organization.client.post(`${PATH}/${id}/start`, {})).status).toBe(200);
    await runAllImportSteps(id);
    expect((await organization.client.get(`${PATH}/${id}`)).data.state).toBe("done");
  });

  it("of employees name a refused address in full", async () => {
    const email = `${"x".repeat(253)}😀`;
    const { status, data } = await organization.client.post("/employees/batch", { employees: [{ email }] });
    expect([status, data.errors[0].email]).toEqual([200, "x".repeat(253)]);
  });
});

describe("text of a request", () => {
  it.each(["\ud800", "a\udc00", "\0"])(
    "%j is a 422 that names the field, and is not repaired silently",
    async (text) => {
      const body = badgeBody(template.id, { recipient_email: newEmail(), issued_to: `Ada ${text}` });
      const { status, data } = await organization.client.post("/badges", body);
      expect([status, data.errors[0]?.field]).toEqual([422, "issued_to"]);
    },
  );
});

describe("any Unicode text", () => {
  it("is accepted by the database after it was cut", async () => {
    const unit = fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd7f0, max: 0xe00f }));
    const texts = fc
      .sample(fc.tuple(fc.array(unit, { maxLength: 60 }), fc.integer({ min: 0, max: 60 })), 2_000)
      .map(([units, most]) => truncateText(String.fromCharCode(...units), most));
    const [row] = await sql("SELECT jsonb_array_length($1::jsonb) AS count", [JSON.stringify(texts)]);
    expect(row).toEqual({ count: 2_000 });
  });
});
