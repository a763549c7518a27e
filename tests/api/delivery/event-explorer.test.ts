import { describe, expect, it } from "vitest";
import { EVENT_TYPES } from "@/lib/platform/recording/choices";
import { webhookJob } from "@/lib/delivery/webhooks/jobs";
import { buildSamplePayload } from "@/lib/delivery/webhooks/payload";
import { WebhookPayload } from "@/lib/delivery/webhooks/schema";
import { findEvents } from "@/lib/delivery/events/service";
import { findDeliveriesOfEvents, getEventDelivery } from "@/lib/delivery/webhooks/service";
import { presentDeliveryDetail, presentEventPayload } from "@/lib/delivery/webhooks/serializer";
import { newId } from "@/lib/kernel/ids";
import { readListInput } from "@/lib/kernel/list/list-input";
import { badgeBody, createTemplate, createTestOrganization } from "../../support/builders";
import { organization, other, receiver, useTwoSubscribers } from "../../support/delivery/delivery-setting";
import { runMessage } from "../../support/delivery/run-message";
import { findWebhookMessage, recordTestEvent, recordTestEvents } from "../../support/delivery/outbox";

useTwoSubscribers();

const find = async (of: { caller: Parameters<typeof findEvents>[0] }, filter: string, more = "") => {
  const query = new URLSearchParams(`filter=${encodeURIComponent(filter)}${more}`);
  return findEvents(of.caller, readListInput(query));
};

describe("finding events", () => {
  it("by type, subject and time, newest first", async () => {
    const own = await createTestOrganization();
    const template = await createTemplate(own);
    const { data: badge } = await own.client.post("/badges", badgeBody(template.id));
    await own.client.post(`/badges/${badge.id}/revoke`, { reason: "A mistake." });
    const types = async (filter: string, more?: string) =>
      (await find(own, filter, more)).rows.map(({ eventType }) => eventType);
    const ofBadge = await types(`subject_id::${badge.id}`);
    expect(ofBadge).toEqual(expect.arrayContaining(["badge.created"]));
    expect(await types(`subject_id::${badge.id}`, "&sort=occurred_at")).toEqual(ofBadge.toReversed());
    expect(await types("event_type::badge_template.created")).toEqual(["badge_template.created"]);
    expect(await types(`subject_id::${badge.id}|event_type::badge_template.created`)).toEqual([]);
    expect(await types("occurred_at_min::2999-01-01")).toEqual([]);
    expect(await types("occurred_at_max::2999-01-01")).toContain("badge_template.created");
    expect((await find(own, "", "&per=1&page=2")).rows).toHaveLength(1);
  });

  it("of the own organization only, without test events", async () => {
    const [event] = await recordTestEvents(organization.id, 1, "badge_template.changed");
    expect((await organization.client.post("/webhook_test_events", {})).status).toBe(201);
    const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
    expect(ids((await find(organization, "")).rows)).toEqual([event]);
    expect(ids((await find(other, "")).rows)).toEqual([]);
  });

  it("refuses a type and an id that cannot exist", async () => {
    await expect(find(organization, "event_type::webhook.test")).rejects.toMatchObject({ status: 400 });
    await expect(find(organization, "subject_id::x")).rejects.toMatchObject({ status: 400 });
  });
});

describe("the delivery of an event", () => {
  it("has the attempts and exactly the body that was sent", async () => {
    const { eventId, deliver } = await recordTestEvent(organization.id);
    const [event] = (await find(organization, "")).rows;
    await deliver();
    const row = await getEventDelivery(organization.caller, eventId);
    const delivery = row && presentDeliveryDetail(row);
    const sent = JSON.parse(receiver.received.at(-1)?.body ?? "{}") as { delivered_at: string };
    expect(delivery).toMatchObject({ event_id: eventId, state: "done", attempts_count: 1, payload: sent });
    expect(event && presentEventPayload(event, new Date(sent.delivered_at))).toEqual(sent);
  });

  it("is found by its own organization only, for many events at once", async () => {
    const { eventId } = await recordTestEvent(organization.id);
    const deliveries = await findDeliveriesOfEvents(organization.caller, [eventId, newId()]);
    expect([...deliveries.keys()]).toEqual([eventId]);
    expect(await getEventDelivery(other.caller, eventId)).toBeNull();
    expect(await findDeliveriesOfEvents(other.caller, [eventId])).toEqual(new Map());
    expect(await findDeliveriesOfEvents(organization.caller, [])).toEqual(new Map());
  });
});

describe("the sample payload of a type", () => {
  it("is what the endpoint receives, but for the event and the times", async () => {
    const { data } = await organization.client.post("/webhook_test_events", {});
    const message = await findWebhookMessage(data.event_id as string);
    await runMessage(webhookJob, message?.id ?? "");
    const sent = JSON.parse(receiver.received.at(-1)?.body ?? "{}") as Record<string, string>;
    const { id, occurred_at, delivered_at } = sent;
    const sample = buildSamplePayload(organization.id, "webhook.test");
    expect({ ...sample, id, occurred_at, delivered_at }).toEqual(sent);
    for (const type of EVENT_TYPES)
      expect(() => WebhookPayload.parse(buildSamplePayload(newId(), type))).not.toThrow();
  });
});
