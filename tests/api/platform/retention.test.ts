import { beforeAll, describe, expect, it } from "vitest";
import { env } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { removeOldRecords, BATCH_SIZE } from "@/lib/platform/retention/service";
import { makeBadge } from "../../support/badges/badges";
import { makeOrganization, makeTemplate, type TestOrganization } from "../../support/builders";
import { isWaiting, openConnection, sql } from "../../support/platform/database";
import {
  daysAgo,
  oldAttempt,
  oldEntries,
  oldEvent,
  oldMessage,
  remaining,
} from "../../support/platform/old-records";
import { until } from "../../support/until";

let organization: TestOrganization;

beforeAll(async () => {
  organization = await makeOrganization();
});

/** Runs the job until nothing is left. Returns the number of runs. */
async function removeAll(): Promise<number> {
  let turns = 1;
  while (await removeOldRecords()) turns += 1;
  return turns;
}

const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id);

describe("events", () => {
  it("are deleted after 400 days, except the newest of them in each organization", async () => {
    const other = await makeOrganization();
    const own = [];
    for (const days of [900, 500, 402, 399, 1]) own.push(await oldEvent(organization.id, days));
    const alone = await oldEvent(other.id, 700);
    await removeAll();
    expect(await remaining("events", [...own, alone])).toEqual([...own.slice(2), alone]);
  });

  it("are deleted after the number of days that the operator sets", async () => {
    const own = await makeOrganization();
    const ids = [await oldEvent(own.id, 60), await oldEvent(own.id, 50), await oldEvent(own.id, 20)];
    env().EVENTS_KEPT_DAYS = 40;
    await removeAll().finally(() => {
      env().EVENTS_KEPT_DAYS = 400;
    });
    expect(await remaining("events", ids)).toEqual(ids.slice(1));
  });

  it("are kept as long as a delivery refers to them", async () => {
    const own = await makeOrganization();
    const [named, free, newest] = [
      await oldEvent(own.id, 500),
      await oldEvent(own.id, 500),
      await oldEvent(own.id, 450),
    ];
    const delivery = await oldMessage(own.id, 500, named, { state: "due" });
    await removeAll();
    expect(await remaining("events", [named, free, newest])).toEqual([named, newest]);
    await sql("UPDATE outbox_messages SET state = 'failed', finished_at = $2 WHERE id = $1", [
      delivery,
      daysAgo(31),
    ]);
    await removeAll();
    expect(await remaining("events", [named, newest])).toEqual([newest]);
  });

  it("410: reading on from a deleted event, in both orders; reading it by its id is a 404", async () => {
    const own = await makeOrganization();
    const [left, stays] = [await oldEvent(own.id, 500), await oldEvent(own.id, 450)];
    await removeAll();
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
    const own = await makeOrganization();
    const [before, last] = [await oldEvent(own.id, 1_000), await oldEvent(own.id, 800)];
    await oldEvent(own.id, 700, "webhook.test");
    await removeAll();
    expect(await remaining("events", [before, last])).toEqual([last]);
    const made = await oldEvent(own.id, 0);
    const poll = async () => idsOf((await own.client.get(`/events?after=${last}&order=asc`)).data);
    await until("the event to be settled", async () => (await poll()).includes(made));
    await removeAll();
    expect(await poll()).toEqual([made]);
  });
});

describe("messages and attempts", () => {
  it("are deleted 30 days after they were finished, successfully or not, with their attempts", async () => {
    const event = await oldEvent(organization.id, 60);
    const done = await oldMessage(organization.id, 60, event, { state: "done", finished: 31 });
    const failed = await oldMessage(organization.id, 60, event, { state: "failed", finished: 31 });
    const mail = await oldMessage(organization.id, 60, newId(), {
      state: "done",
      finished: 59,
      kind: "mail",
    });
    const late = await oldMessage(organization.id, 60, event, { state: "failed", finished: 29 });
    const due = await oldMessage(organization.id, 60, event, { state: "due" });
    const attempts = [await oldAttempt(done, 40), await oldAttempt(late, 40), await oldAttempt(late, 29)];
    await removeAll();
    expect(await remaining("outbox_messages", [done, failed, mail, late, due])).toEqual([late, due]);
    expect(await remaining("webhook_attempts", attempts)).toEqual(attempts.slice(2));
  });

  it("404: a deleted delivery cannot be sent again; a recent failed one is counted and can be", async () => {
    const own = await makeOrganization();
    await own.client.put("/webhook_settings", { webhook_url: "https://receiver.example.org/" });
    const event = await oldEvent(own.id, 60);
    const left = await oldMessage(own.id, 60, event, { state: "failed", finished: 31 });
    const kept = await oldMessage(own.id, 60, event, { state: "failed", finished: 29 });
    await removeAll();
    const again = (id: string) => own.client.post(`/webhook_deliveries/${id}/redeliver`, {});
    expect((await again(left)).status).toBe(404);
    const { data } = await own.client.get("/webhook_deliveries?filter=state::failed");
    expect(idsOf(data)).toEqual([kept]);
    expect((await again(kept)).data).toMatchObject({ id: kept, state: "due" });
    await removeAll();
    expect(await remaining("outbox_messages", [kept])).toEqual([kept]);
  });

  it("are kept when they are requested again at this moment", async () => {
    const event = await oldEvent(organization.id, 60);
    const message = await oldMessage(organization.id, 60, event, { state: "failed", finished: 40 });
    const holder = await openConnection();
    await holder.query("BEGIN");
    await holder.query("UPDATE outbox_messages SET state = 'due', finished_at = NULL WHERE id = $1", [
      message,
    ]);
    await removeAll();
    await holder.query("COMMIT");
    await holder.end();
    await removeAll();
    expect(await remaining("outbox_messages", [message])).toEqual([message]);
  });

  it("disappear from the history of a badge, which keeps newer ones", async () => {
    const own = await makeOrganization();
    const badge = await makeBadge(own, (await makeTemplate(own)).id);
    const mail = await oldMessage(own.id, 60, badge.id, { state: "done", finished: 60, kind: "mail" });
    const history = async () => idsOf((await own.client.get(`/badges/${badge.id}/history`)).data);
    const before = await history();
    expect(before).toContain(mail);
    await removeAll();
    expect(await history()).toEqual(before.filter((id) => id !== mail));
  });
});

describe("the audit log", () => {
  it("keeps entries for seven years, including those of deleted organizations", async () => {
    const [old] = await oldEntries(organization.id, 2_558);
    const [kept] = await oldEntries(organization.id, 2_556);
    const [foreign] = await oldEntries(newId(), 2_600);
    const [foreignKept] = await oldEntries(newId(), 2_000);
    const ids = [old, kept, foreign, foreignKept].map(String);
    await removeAll();
    expect(await remaining("audit_entries", ids)).toEqual([kept, foreignKept]);
  });

  it("allows no deletion of entries of the last year, and none unless the caller marks them as old", async () => {
    const [old] = await oldEntries(organization.id, 1_000);
    const [young] = await oldEntries(organization.id, 364);
    const remove = (id: string | undefined) => sql("DELETE FROM audit_entries WHERE id = $1", [id]);
    await expect(remove(old)).rejects.toThrow("append-only");
    const connection = await openConnection();
    await connection.query("SET badges.removes_old_audit_entries = 'on'");
    await expect(connection.query("DELETE FROM audit_entries WHERE id = $1", [young])).rejects.toThrow(
      "append-only",
    );
    await connection.query("DELETE FROM audit_entries WHERE id = $1", [old]);
    await connection.end();
    expect(await remaining("audit_entries", [String(old), String(young)])).toEqual([young]);
  });
});

describe("the job that deletes old records", () => {
  it("deletes a bounded number per run, and is complete when repeated", async () => {
    const ids = await oldEntries(organization.id, 3_000, BATCH_SIZE + 20);
    const left: number[] = [ids.length];
    while (await removeOldRecords()) left.push((await remaining("audit_entries", ids)).length);
    left.push((await remaining("audit_entries", ids)).length);
    const steps = left.slice(1).map((count, index) => (left[index] ?? 0) - count);
    expect(Math.max(...steps)).toBeLessThanOrEqual(BATCH_SIZE);
    expect(steps.filter((step) => step > 0).length).toBeGreaterThan(1);
    expect(left.at(-1)).toBe(0);
    expect(await removeAll()).toBe(1);
  });

  it("deletes all of a step or nothing of it when it dies, and continues in the next hour", async () => {
    const event = await oldEvent(organization.id, 60);
    const message = await oldMessage(organization.id, 60, event, { state: "done", finished: 40 });
    const attempt = await oldAttempt(message, 10);
    const holder = await openConnection();
    await holder.query("BEGIN");
    // An attempt is locked, so that the message cannot be deleted with it.
    await holder.query("SELECT FROM webhook_attempts WHERE id = $1 FOR UPDATE", [attempt]);
    const ended = expect(removeAll()).rejects.toThrow("canceling statement");
    await until("the removal to wait", () => isWaiting());
    await sql(
      `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    await ended;
    await holder.query("ROLLBACK");
    await holder.end();
    expect(await remaining("outbox_messages", [message])).toEqual([message]);
    await removeAll();
    expect(await remaining("outbox_messages", [message])).toEqual([]);
  });

  it("runs twice at once, skipping the rows that the other run locks", async () => {
    const ids = await oldEntries(organization.id, 3_000, 50);
    await Promise.all([removeAll(), removeAll()]);
    expect(await remaining("audit_entries", ids)).toEqual([]);
  });
});
