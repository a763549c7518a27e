import { beforeAll, describe, expect, it } from "vitest";
import { flushUses } from "@/lib/accounts/authentication/usage";
import {
  collectPublicBadgeEvents,
  type BadgeVisibility,
} from "@/lib/applications/connected-applications/public-badges";
import { listEvents, readEventListInput } from "@/lib/delivery/events/service";
import { newId } from "@/lib/kernel/ids";
import type { BadgeState } from "@/prisma/generated/client";
import { badgeBody, createTestOrganization, nextSerial, type TestOrganization } from "../../support/builders";
import { countQueries, sql } from "../../support/platform/database";
import {
  issueAcceptedBadge,
  confirmAddress,
  listEventsByPrefix,
  issueBadgeTo,
  createEarner,
  type TestEarner,
} from "../../support/accounts/earners";

let issuer: TestOrganization;
let watcher: TestOrganization;
let earner: TestEarner;

beforeAll(async () => {
  [issuer, watcher] = [await createTestOrganization(), await createTestOrganization()];
  earner = await createEarner();
  await earner.client.post("/connected_applications", { client_id: watcher.client_id });
});

describe("the event for the organization of a connected application", () => {
  it("contains the badge in the standard format, without the issuer's notes", async () => {
    const badge = await issueBadgeTo(issuer, earner.email, {
      issuer_earner_id: `E-${nextSerial()}`,
      issuer_earner_group: { external_id: "g1", name: "Group" },
    });
    await earner.client.post(`/badges/${badge.id}/accept`);
    const event = (await listEventsByPrefix(watcher, "user.public_badges.added")).at(-1);
    expect(event).toMatchObject({
      user_id: earner.id,
      badge: { id: badge.id, recipient_email: earner.email, issuer_earner_id: null, user: { id: earner.id } },
    });
    expect(event?.badge).not.toHaveProperty("issuer_earner_group");
    const alone = await watcher.client.get(`/events/${event?.id}`);
    expect(alone.data).toEqual(event);
    expect((await issuer.client.get(`/events/${event?.id}`)).status).toBe(404);
  });

  it("does not reveal addresses other than the primary one", async () => {
    const { email } = await confirmAddress(earner, `beside-${nextSerial()}@example.org`);
    const { id } = await issueBadgeTo(issuer, email);
    await earner.client.post(`/badges/${id}/accept`);
    const event = (await listEventsByPrefix(watcher, "user.public_badges.changed")).at(-1);
    expect(event?.badge).toMatchObject({ id, recipient_email: "b***@example.org" });
    expect(JSON.stringify(event)).not.toContain(email);
  });

  it("shows the badge in its current state, like every event", async () => {
    const { id } = await issueAcceptedBadge(issuer, earner);
    await earner.client.patch(`/badges/${id}`, { public: false });
    const events = (await listEventsByPrefix(watcher, "user.public_badges")).slice(-4);
    expect(events.map(({ badge }) => (badge as { public: boolean }).public)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it("does not reveal changes to a badge that is no longer visible", async () => {
    const { id } = await issueAcceptedBadge(issuer, earner);
    await issuer.client.put(`/badges/${id}/revoke`, { reason: "Cheated in the exam." });
    const [event] = (await listEventsByPrefix(watcher, "user.public_badges.removed")).slice(-1);
    expect(event?.badge).toMatchObject({ id, state: "accepted", public: false, revocation_reason: null });
  });

  it("shows nothing about the earner after the earner disconnected, including in older events", async () => {
    const person = await createEarner();
    const { data } = await person.client.post("/connected_applications", { client_id: watcher.client_id });
    const { id } = await issueBadgeTo(issuer, person.email, {
      country_name: "Norway",
      state_or_province: "Oslo",
      evidence: [{ type: "UrlEvidence", value: "https://example.org/thesis", name: "Thesis" }],
    });
    await person.client.post(`/badges/${id}/accept`);
    const told = async () =>
      (await listEventsByPrefix(watcher, "user.public_badges.")).filter(
        ({ user_id: user }) => user === person.id,
      );
    expect((await told()).map(({ badge }) => (badge as { id: string }).id)).toEqual([id, id]);
    await person.client.delete(`/connected_applications/${data.id}`);
    await issuer.client.put(`/badges/${id}/revoke`, { reason: "Cheated in the exam." });
    const events = await told();
    expect(events).toHaveLength(2);
    for (const { badge } of events) {
      expect(badge).toMatchObject({ id, state: "accepted", public: false, revocation_reason: null });
      expect(badge).toMatchObject({ user: { id: null, first_name: null, photo_url: null } });
      expect(badge).toMatchObject({ country: null, state_or_province: null, evidence: [] });
      expect(JSON.stringify(badge)).not.toContain(person.email);
    }
    const alone = await watcher.client.get(`/events/${events[0]?.id}`);
    expect(alone.data).toEqual(events[0]);
  });

  it("needs one query for the badges of a whole list", async () => {
    for (let index = 0; index < 3; index += 1) await issueAcceptedBadge(issuer, earner);
    // The uses of tokens are written periodically and must not be counted.
    await flushUses();
    const countListQueries = (query: string) =>
      countQueries(() => listEvents(watcher.caller, readEventListInput(new URLSearchParams(query))));
    expect(await countListQueries("per=50")).toBe(await countListQueries("per=1"));
  });

  it("is also delivered as a webhook message, like any subscribed event", async () => {
    await watcher.client.put("", { webhook_url: "https://receiver.example/hook" });
    await issueAcceptedBadge(issuer, earner);
    const added = (await listEventsByPrefix(watcher, "user.public_badges.added")).at(-1);
    const rows = await sql("SELECT state FROM outbox_messages WHERE subject_id = $1", [added?.id]);
    expect(rows).toEqual([{ state: "due" }]);
  });
});

describe("issuer operations on a public badge", () => {
  const verbs: [string, (badge: { id: string; badge_template: { id: string } }) => Promise<number>][] = [
    [
      "revoke",
      async ({ id }) => (await issuer.client.put(`/badges/${id}/revoke`, { reason: "Mistake" })).status,
    ],
    ["delete", async ({ id }) => (await issuer.client.delete(`/badges/${id}`)).status],
    [
      "replace",
      async ({ id, badge_template: { id: template } }) => {
        const body = { badge_template_id: template, issued_at: "2026-04-01T09:41:00Z" };
        return (await issuer.client.post(`/badges/${id}/replace`, body)).status;
      },
    ],
    [
      "issue in place of it",
      async ({ badge_template: { id } }) =>
        (
          await issuer.client.post(
            "/badges",
            badgeBody(id, { recipient_email: earner.email, duplicate_behavior: "replace" }),
          )
        ).status,
    ],
  ];

  it.each(verbs)("%s: removes it from view; a private one was already hidden", async (_name, act) => {
    const { id } = await issueAcceptedBadge(issuer, earner);
    const hidden = await issueAcceptedBadge(issuer, earner, true);
    const before = (await listEventsByPrefix(watcher, "user.public_badges.")).at(-1)?.id ?? "";
    for (const badge of [id, hidden.id]) {
      const { data } = await issuer.client.get(`/badges/${badge}`);
      expect(await act(data)).toBeLessThan(300);
    }
    const events = (await listEventsByPrefix(watcher, "user.public_badges.")).filter(
      (event) => event.id > before,
    );
    expect(events.map(({ event_type: type, badge }) => [type, (badge as { id: string }).id])).toEqual([
      ["user.public_badges.removed", id],
      ["user.public_badges.changed", id],
    ]);
  });
});

describe("collectPublicBadgeEvents", () => {
  const shown = { state: "accepted", public: true } as const;
  const hidden = { state: "accepted", public: false } as const;
  const badgeState = (state: BadgeState) => ({ state, public: true });
  const collectEvents = (
    before: BadgeVisibility,
    after: BadgeVisibility | null,
    userId: string | null = earner.id,
  ) => collectPublicBadgeEvents([{ badge: { id: newId(), userId }, before, after }]);
  const listEventNames = async (before: BadgeVisibility, after: BadgeVisibility | null) =>
    (await collectEvents(before, after)).map(({ eventType }) => eventType.replace("user.public_badges.", ""));

  it("reports badges that become visible: accepted, or made public", async () => {
    for (const before of [hidden, badgeState("pending"), badgeState("rejected")]) {
      expect(await listEventNames(before, shown)).toEqual(["added", "changed"]);
    }
  });

  it("reports badges that become hidden: hidden, given back, revoked, replaced, deleted", async () => {
    for (const after of [
      hidden,
      badgeState("rejected"),
      badgeState("revoked"),
      badgeState("replaced"),
      null,
    ]) {
      expect(await listEventNames(shown, after)).toEqual(["removed", "changed"]);
    }
  });

  it("reports nothing for badges that are hidden before and after, and for badges without an account", async () => {
    expect(await listEventNames(shown, shown)).toEqual([]);
    expect(await listEventNames(badgeState("pending"), badgeState("revoked"))).toEqual([]);
    expect(await listEventNames(hidden, null)).toEqual([]);
    expect(await collectEvents(shown, null, null)).toEqual([]);
    expect(await collectEvents(shown, null, (await createEarner()).id)).toEqual([]);
  });

  it("needs two queries for many badges of many earners, and none when nothing changed", async () => {
    const people = [earner, await createEarner(), await createEarner()];
    const changes = people.flatMap(({ id: userId }) =>
      [1, 2].map(() => ({ badge: { id: newId(), userId }, before: shown, after: null })),
    );
    const told: number[] = [];
    expect(await countQueries(async () => told.push((await collectPublicBadgeEvents(changes)).length))).toBe(
      2,
    );
    expect(told).toEqual([4]);
    const silent = changes.map((change) => ({ ...change, after: shown }));
    expect(await countQueries(() => collectPublicBadgeEvents(silent))).toBe(0);
  });
});
