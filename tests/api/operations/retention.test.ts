import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { mailDirectory } from "@/lib/delivery/mail/transport";
import { env } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { removeOldRecords, BATCH_SIZE } from "@/lib/operations/retention/service";
import { createPendingBadge } from "../../support/badges/badges";
import { createTestOrganization, createTemplate, type TestOrganization } from "../../support/builders";
import { isWaiting, openConnection, sql } from "../../support/platform/database";
import {
  daysAgo,
  insertOldAttempt,
  insertOldAuditEntries,
  insertOldEvent,
  insertOldMessage,
  insertOldRequest,
  listRemaining,
} from "../../support/platform/old-records";
import { until } from "../../support/until";

let organization: TestOrganization;

beforeAll(async () => {
  organization = await createTestOrganization();
});

/** Runs the job until nothing is left. Returns the number of runs. */
async function removeAllTurns(): Promise<number> {
  let turns = 1;
  while (await removeOldRecords()) turns += 1;
  return turns;
}

const toIds = (rows: { id: string }[]): string[] => rows.map(({ id }) => id);

describe("events", () => {
  it("are deleted after 400 days, except the newest of them in each organization", async () => {
    const other = await createTestOrganization();
    const own = [];
    for (const days of [900, 500, 402, 399, 1]) own.push(await insertOldEvent(organization.id, days));
    const alone = await insertOldEvent(other.id, 700);
    await removeAllTurns();
    expect(await listRemaining("events", [...own, alone])).toEqual([...own.slice(2), alone]);
  });

  it("are deleted after the number of days that the operator sets", async () => {
    const own = await createTestOrganization();
    const ids = [
      await insertOldEvent(own.id, 60),
      await insertOldEvent(own.id, 50),
      await insertOldEvent(own.id, 20),
    ];
    env().EVENTS_KEPT_DAYS = 40;
    await removeAllTurns().finally(() => {
      env().EVENTS_KEPT_DAYS = 400;
    });
    expect(await listRemaining("events", ids)).toEqual(ids.slice(1));
  });

  it("are kept as long as a delivery refers to them", async () => {
    const own = await createTestOrganization();
    const [named, free, newest] = [
      await insertOldEvent(own.id, 500),
      await insertOldEvent(own.id, 500),
      await insertOldEvent(own.id, 450),
    ];
    const delivery = await insertOldMessage(own.id, 500, named, { state: "due" });
    await removeAllTurns();
    expect(await listRemaining("events", [named, free, newest])).toEqual([named, newest]);
    await sql("UPDATE outbox_messages SET state = 'failed', finished_at = $2 WHERE id = $1", [
      delivery,
      daysAgo(31),
    ]);
    await removeAllTurns();
    expect(await listRemaining("events", [named, newest])).toEqual([newest]);
  });

  it("410: reading on from a deleted event, in both orders; reading it by its id is a 404", async () => {
    const own = await createTestOrganization();
    const [left, stays] = [await insertOldEvent(own.id, 500), await insertOldEvent(own.id, 450)];
    await removeAllTurns();
    for (const path of [`?after=${left}&order=asc`, `?after=${left}`]) {
      const { status, data } = await own.client.get(`/events${path}`);
      expect([status, data.code], path).toEqual([410, "gone"]);
      expect(data.message).toContain("400 days");
    }
    expect((await own.client.get(`/events/${stays}`)).status).toBe(200);
    for (const id of [left, newId()]) expect((await own.client.get(`/events/${id}`)).status).toBe(404);
    expect((await own.client.get(`/events?after=${newId()}`)).status).toBe(400);
  });

  it("200: a receiver at the end can continue, however long nothing happened", async () => {
    const own = await createTestOrganization();
    const [before, last] = [await insertOldEvent(own.id, 1_000), await insertOldEvent(own.id, 800)];
    await insertOldEvent(own.id, 700, "webhook.test");
    await removeAllTurns();
    expect(await listRemaining("events", [before, last])).toEqual([last]);
    const created = await insertOldEvent(own.id, 0);
    const pollEvents = async () => toIds((await own.client.get(`/events?after=${last}&order=asc`)).data);
    await until("the event to be settled", async () => (await pollEvents()).includes(created));
    await removeAllTurns();
    expect(await pollEvents()).toEqual([created]);
  });
});

describe("messages and attempts", () => {
  it("are deleted 30 days after they were finished, successfully or not, with their attempts", async () => {
    const event = await insertOldEvent(organization.id, 60);
    const done = await insertOldMessage(organization.id, 60, event, { state: "done", finished: 31 });
    const failed = await insertOldMessage(organization.id, 60, event, { state: "failed", finished: 31 });
    const mail = await insertOldMessage(organization.id, 60, newId(), {
      state: "done",
      finished: 59,
      kind: "mail",
    });
    const late = await insertOldMessage(organization.id, 60, event, { state: "failed", finished: 29 });
    const due = await insertOldMessage(organization.id, 60, event, { state: "due" });
    const attempts = [
      await insertOldAttempt(done, 40),
      await insertOldAttempt(late, 40),
      await insertOldAttempt(late, 29),
    ];
    await removeAllTurns();
    expect(await listRemaining("outbox_messages", [done, failed, mail, late, due])).toEqual([late, due]);
    expect(await listRemaining("webhook_attempts", attempts)).toEqual(attempts.slice(2));
  });

  it("404: a deleted delivery cannot be sent again; a recent failed one is counted and can be", async () => {
    const own = await createTestOrganization();
    await own.client.put("/webhook_settings", { webhook_url: "https://receiver.example.org/" });
    const event = await insertOldEvent(own.id, 60);
    const left = await insertOldMessage(own.id, 60, event, { state: "failed", finished: 31 });
    const retainedMessage = await insertOldMessage(own.id, 60, event, { state: "failed", finished: 29 });
    await removeAllTurns();
    const redeliverAgain = (id: string) => own.client.post(`/webhook_deliveries/${id}/redeliver`, {});
    expect((await redeliverAgain(left)).status).toBe(404);
    const { data } = await own.client.get("/webhook_deliveries?filter=state::failed");
    expect(toIds(data)).toEqual([retainedMessage]);
    expect((await redeliverAgain(retainedMessage)).data).toMatchObject({ id: retainedMessage, state: "due" });
    await removeAllTurns();
    expect(await listRemaining("outbox_messages", [retainedMessage])).toEqual([retainedMessage]);
  });

  it("are kept when they are requested again at this moment", async () => {
    const event = await insertOldEvent(organization.id, 60);
    const message = await insertOldMessage(organization.id, 60, event, { state: "failed", finished: 40 });
    const holder = await openConnection();
    await holder.query("BEGIN");
    await holder.query("UPDATE outbox_messages SET state = 'due', finished_at = NULL WHERE id = $1", [
      message,
    ]);
    await removeAllTurns();
    await holder.query("COMMIT");
    await holder.end();
    await removeAllTurns();
    expect(await listRemaining("outbox_messages", [message])).toEqual([message]);
  });

  it("disappear from the history of a badge, which keeps newer ones", async () => {
    const own = await createTestOrganization();
    const badge = await createPendingBadge(own, (await createTemplate(own)).id);
    const mail = await insertOldMessage(own.id, 60, badge.id, { state: "done", finished: 60, kind: "mail" });
    const listHistoryIds = async () => toIds((await own.client.get(`/badges/${badge.id}/history`)).data);
    const before = await listHistoryIds();
    expect(before).toContain(mail);
    await removeAllTurns();
    expect(await listHistoryIds()).toEqual(before.filter((id) => id !== mail));
  });
});

describe("the request log", () => {
  it("keeps requests for seven days", async () => {
    const [old, young] = [
      await insertOldRequest(organization.id, 8),
      await insertOldRequest(organization.id, 6),
    ];
    await removeAllTurns();
    expect(await listRemaining("api_requests", [old, young])).toEqual([young]);
  });
});

describe("the audit log", () => {
  it("keeps entries for seven years, including those of deleted organizations", async () => {
    const [old] = await insertOldAuditEntries(organization.id, 2_558);
    const [retainedMessage] = await insertOldAuditEntries(organization.id, 2_556);
    const [foreign] = await insertOldAuditEntries(newId(), 2_600);
    const [foreignKept] = await insertOldAuditEntries(newId(), 2_000);
    const ids = [old, retainedMessage, foreign, foreignKept].map(String);
    await removeAllTurns();
    expect(await listRemaining("audit_entries", ids)).toEqual([retainedMessage, foreignKept]);
  });

  it("allows no deletion of entries of the last year, and none unless the caller marks them as old", async () => {
    const [old] = await insertOldAuditEntries(organization.id, 1_000);
    const [young] = await insertOldAuditEntries(organization.id, 364);
    const deleteEntry = (id: string | undefined) => sql("DELETE FROM audit_entries WHERE id = $1", [id]);
    await expect(deleteEntry(old)).rejects.toThrow("append-only");
    const connection = await openConnection();
    await connection.query("SET badges.removes_old_audit_entries = 'on'");
    await expect(connection.query("DELETE FROM audit_entries WHERE id = $1", [young])).rejects.toThrow(
      "append-only",
    );
    await connection.query("DELETE FROM audit_entries WHERE id = $1", [old]);
    await connection.end();
    expect(await listRemaining("audit_entries", [String(old), String(young)])).toEqual([young]);
  });
});

describe("the job that deletes old records", () => {
  it("deletes a bounded number per run, and is complete when repeated", async () => {
    const ids = await insertOldAuditEntries(organization.id, 3_000, BATCH_SIZE + 20);
    const left: number[] = [ids.length];
    while (await removeOldRecords()) left.push((await listRemaining("audit_entries", ids)).length);
    left.push((await listRemaining("audit_entries", ids)).length);
    const steps = left.slice(1).map((count, index) => (left[index] ?? 0) - count);
    expect(Math.max(...steps)).toBeLessThanOrEqual(BATCH_SIZE);
    expect(steps.filter((step) => step > 0).length).toBeGreaterThan(1);
    expect(left.at(-1)).toBe(0);
    expect(await removeAllTurns()).toBe(1);
  });

  it("deletes all of a step or nothing of it when it dies, and continues in the next hour", async () => {
    const event = await insertOldEvent(organization.id, 60);
    const message = await insertOldMessage(organization.id, 60, event, { state: "done", finished: 40 });
    const attempt = await insertOldAttempt(message, 10);
    const holder = await openConnection();
    await holder.query("BEGIN");
    // An attempt is locked, so that the message cannot be deleted with it.
    await holder.query("SELECT FROM webhook_attempts WHERE id = $1 FOR UPDATE", [attempt]);
    const ended = expect(removeAllTurns()).rejects.toThrow("canceling statement");
    await until("the removal to wait", () => isWaiting());
    await sql(
      `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    await ended;
    await holder.query("ROLLBACK");
    await holder.end();
    expect(await listRemaining("outbox_messages", [message])).toEqual([message]);
    await removeAllTurns();
    expect(await listRemaining("outbox_messages", [message])).toEqual([]);
  });

  it("runs twice at once, skipping the rows that the other run locks", async () => {
    const ids = await insertOldAuditEntries(organization.id, 3_000, 50);
    await Promise.all([removeAllTurns(), removeAllTurns()]);
    expect(await listRemaining("audit_entries", ids)).toEqual([]);
  });

  it("goes on when a file of an e-mail cannot be removed", async () => {
    const folder = join(mailDirectory(), "2000-01-01T00-00-00-000Z.eml");
    await mkdir(folder, { recursive: true });
    try {
      for (let hour = 0; hour < 2; hour += 1) {
        const ids = await insertOldAuditEntries(organization.id, 3_000, 2);
        await removeAllTurns();
        expect(await listRemaining("audit_entries", ids)).toEqual([]);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
