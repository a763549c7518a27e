import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { EVENT_TYPES } from "@/lib/platform/recording/choices";
import { db } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import {
  badgeBody,
  createTestOrganization,
  createTemplate,
  type TestOrganization,
} from "../../support/builders";
import { basicHeaders, send } from "../../support/http/client";
import { digestTables, dumpTables, isWaiting, openConnection, sql } from "../../support/platform/database";
import { createMember } from "../../support/accounts/members";
import {
  recordTestEvent,
  findWebhookMessage,
  stopClock,
  countMessagesByState,
} from "../../support/delivery/outbox";
import { createApplication } from "../../support/applications/oauth";
import { until } from "../../support/until";
import { startReceiver, type Received, type Receiver } from "../../support/delivery/webhook-receiver";

const DAY = 24 * 3_600_000;

let organization: TestOrganization;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  organization = await createTestOrganization();
});
afterAll(() => receiver.close());
beforeEach(async () => {
  receiver.received.splice(0);
  receiver.answer(200);
  // The settings of a new organization.
  await sql("DELETE FROM outbox_messages");
  await sql("DELETE FROM events");
  await sql("UPDATE oauth_applications SET data_services_enabled = true");
  await sql(
    `UPDATE organizations SET webhook_url = NULL, allowed_webhooks = $1, webhook_accepts_any_success = false,
       webhook_previous_secret_until = NULL, webhook_failing_since = NULL`,
    [[...EVENT_TYPES]],
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  env().WEBHOOKS_ALLOW_INSECURE = true;
});

const getSettings = async () => (await organization.client.get("/webhook_settings")).data;
const setWebhookUrl = (url: string | null) =>
  organization.client.put("/webhook_settings", { webhook_url: url });

describe("GET /webhook_settings", () => {
  it("200: a new organization is subscribed to everything and has data services", async () => {
    const { status, data } = await organization.client.get("/webhook_settings");
    expect(status).toBe(200);
    expect(data).toEqual({
      webhook_url: null,
      allowed_webhooks: EVENT_TYPES,
      accepts_any_success: false,
      data_services_enabled: true,
      data_services_applications: [{ id: expect.any(Number), name: "Default" }],
      failing_since: null,
    });
  });

  it("200: data services are on when any application has them, and the settings name that application", async () => {
    const where = { organizationId: organization.id };
    const other = await createApplication(organization, { name: "Other" });
    await db().oauthApplication.updateMany({ where, data: { dataServicesEnabled: false } });
    const off = { data_services_enabled: false, data_services_applications: [] };
    expect(await getSettings()).toMatchObject(off);
    await organization.client.put(`/oauth_applications/${other.id}`, { data_services_enabled: true });
    expect(await getSettings()).toMatchObject({
      data_services_enabled: true,
      data_services_applications: [{ id: other.id, name: "Other" }],
    });
    await organization.client.delete(`/oauth_applications/${other.id}`);
    expect(await getSettings()).toMatchObject(off);
  });
});

describe("PUT /webhook_settings", () => {
  it("200: changes the given settings, without duplicates and in order, and shows them in the organization", async () => {
    const allowed_webhooks = ["badge.state.changed", "badge.created", "badge.created"];
    const { status, data } = await organization.client.put("/webhook_settings", {
      webhook_url: receiver.url(),
      allowed_webhooks,
      accepts_any_success: true,
    });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      webhook_url: receiver.url(),
      allowed_webhooks: ["badge.created", "badge.state.changed"],
      accepts_any_success: true,
    });
    const changed = await organization.client.put("/webhook_settings", { accepts_any_success: false });
    expect(changed.data).toEqual({ ...data, accepts_any_success: false });
    expect((await organization.client.get("")).data).toMatchObject({
      webhook_url: receiver.url(),
      allowed_webhooks: ["badge.created", "badge.state.changed"],
    });
  });

  it("200: events of other types are recorded and no longer delivered", async () => {
    await setWebhookUrl(receiver.url());
    const template = await createTemplate(organization);
    await organization.client.put("/webhook_settings", { allowed_webhooks: ["badge.deleted"] });
    const { data: badge } = await organization.client.post("/badges", badgeBody(template.id));
    const event = await db().event.findFirstOrThrow({ where: { subjectId: badge.id } });
    expect(await findWebhookMessage(event.id)).toBeNull();
    await organization.client.put("/webhook_settings", { allowed_webhooks: ["badge.created"] });
    const { data: other } = await organization.client.post("/badges", badgeBody(template.id));
    const second = await db().event.findFirstOrThrow({ where: { subjectId: other.id } });
    expect(await findWebhookMessage(second.id)).not.toBeNull();
  });

  it("200: an empty list unsubscribes from everything", async () => {
    const { data } = await organization.client.put("/webhook_settings", { allowed_webhooks: [] });
    expect(data.allowed_webhooks).toEqual([]);
  });

  it.each([
    ["an unknown type", { allowed_webhooks: ["badge.created", "badge.exploded"] }, "allowed_webhooks.1"],
    ["the type of tests", { allowed_webhooks: ["webhook.test"] }, "allowed_webhooks.0"],
    ["no list", { allowed_webhooks: "badge.created" }, "allowed_webhooks"],
    ["no flag", { accepts_any_success: "perhaps" }, "accepts_any_success"],
    ["no address", { webhook_url: "javascript:alert(1)" }, "webhook_url"],
  ])("422: %s; nothing is stored", async (_what, body, field) => {
    const before = await digestTables();
    const { status, data } = await organization.client.put("/webhook_settings", body);
    expect(status).toBe(422);
    expect(data.errors[0].field).toBe(field);
    expect(await digestTables()).toEqual(before);
  });

  it.each(["https://10.0.0.1/hook", "https://localhost/hook", "https://postgres:5432/"])(
    "422: %s is inside the network, and then no other setting of the request is stored",
    async (webhook_url) => {
      env().WEBHOOKS_ALLOW_INSECURE = false;
      const before = await digestTables();
      const body = { webhook_url, accepts_any_success: true };
      const { status, data } = await organization.client.put("/webhook_settings", body);
      expect([status, data.errors[0].code]).toEqual([422, "unsafe_address"]);
      expect(await digestTables()).toEqual(before);
    },
  );
});

describe("failing_since", () => {
  const failDelivery = async () => {
    receiver.answer(500);
    await (await recordTestEvent(organization.id)).deliver();
    expect((await getSettings()).failing_since).not.toBeNull();
  };

  it("ends with a new URL, whichever of the two ways it was set", async () => {
    await setWebhookUrl(receiver.url());
    await failDelivery();
    expect((await setWebhookUrl(receiver.url("/other"))).data.failing_since).toBeNull();
    await failDelivery();
    await organization.client.put("", { webhook_url: receiver.url("/third") });
    expect(await getSettings()).toMatchObject({ webhook_url: receiver.url("/third"), failing_since: null });
    await failDelivery();
    expect((await setWebhookUrl(null)).data).toMatchObject({ webhook_url: null, failing_since: null });
  });

  it("stays when the same URL is set again, or another setting", async () => {
    await setWebhookUrl(receiver.url());
    await failDelivery();
    const { failing_since } = await getSettings();
    expect((await setWebhookUrl(receiver.url())).data.failing_since).toBe(failing_since);
    await organization.client.put("", { bio: "Other.", webhook_url: receiver.url() });
    expect((await getSettings()).failing_since).toBe(failing_since);
  });
});

const verifySignature = ({ headers, body }: Received, secret: string) =>
  new Webhook(secret).verify(body, {
    "webhook-id": String(headers["webhook-id"]),
    "webhook-timestamp": String(headers["webhook-timestamp"]),
    "webhook-signature": String(headers["webhook-signature"]),
  });

/** The next delivery that arrives. */
async function deliverNext(): Promise<Received> {
  receiver.received.splice(0);
  await (await recordTestEvent(organization.id)).deliver();
  const [one] = receiver.received;
  if (!one) throw new Error("Nothing arrived.");
  return one;
}

describe("GET /webhook_secret", () => {
  it("200: the secret that verifies deliveries, which is never stored in plain text", async () => {
    await setWebhookUrl(receiver.url());
    const { status, data } = await organization.client.get("/webhook_secret");
    expect(status).toBe(200);
    expect(data).toEqual({
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/),
      previous_secret_expires_at: null,
    });
    verifySignature(await deliverNext(), data.secret);
    expect(await dumpTables()).not.toContain(data.secret.slice("whsec_".length));
  });

  it("403: tokens with only read permission, and members who are not administrators", async () => {
    const body = { read_enabled: true, write_enabled: false, delete_enabled: false };
    const { data: reader } = await organization.client.post("/authorization_tokens", body);
    const members = await Promise.all(
      (["viewer", "issuer"] as const).map((role) => createMember(organization.id, role)),
    );
    const path = `/v1/organizations/${organization.id}/webhook_secret`;
    for (const headers of [basicHeaders(reader.token), ...members.map((member) => member.headers)]) {
      const { status, data } = await send("GET", path, { headers });
      expect(status).toBe(403);
      expect(JSON.stringify(data)).not.toContain("whsec_");
    }
  });
});

describe("POST /webhook_secret/reveal", () => {
  it("200: returns the secret and records who saw it", async () => {
    const { data: secret } = await organization.client.get("/webhook_secret");
    const member = await createMember(organization.id, "administrator");
    const path = `/v1/organizations/${organization.id}/webhook_secret/reveal`;
    const { status, data } = await send("POST", path, { headers: member.headers });
    expect([status, data]).toEqual([200, secret]);
    const filter = "/audit_entries?filter=action::webhook_secret.reveal";
    const entries = await organization.client.get(filter);
    expect(entries.data).toMatchObject([{ actor: { id: member.id }, subject_id: organization.id }]);
    expect(JSON.stringify(entries.data)).not.toContain(secret.secret);
  });

  it("403: tokens without read or write permission, and no audit entry", async () => {
    const before = await sql("SELECT FROM audit_entries WHERE action = 'webhook_secret.reveal'");
    const path = `/v1/organizations/${organization.id}/webhook_secret/reveal`;
    for (const [read_enabled, write_enabled] of [
      [true, false],
      [false, true],
    ]) {
      const { data: token } = await organization.client.post("/authorization_tokens", {
        read_enabled,
        write_enabled,
      });
      expect((await send("POST", path, { headers: basicHeaders(token.token) })).status).toBe(403);
    }
    expect(await sql("SELECT FROM audit_entries WHERE action = 'webhook_secret.reveal'")).toEqual(before);
  });
});

describe("POST /webhook_secret/rotate", () => {
  const getSecret = async () => (await organization.client.get("/webhook_secret")).data;
  const rotateSecret = (body = {}) => organization.client.post("/webhook_secret/rotate", body);

  it("201: a new secret; the previous one verifies as well for 24 hours and not longer", async () => {
    const clock = stopClock();
    await setWebhookUrl(receiver.url());
    const { secret: previous } = await getSecret();
    const { status, data } = await rotateSecret();
    expect(status).toBe(201);
    expect(data.secret).not.toBe(previous);
    expect(data.previous_secret_expires_at).toBe(new Date(clock.now().getTime() + DAY).toISOString());
    expect(await getSecret()).toEqual(data);

    clock.advance(DAY - 1);
    const during = await deliverNext();
    for (const secret of [previous, data.secret]) verifyAt(during, secret);
    clock.advance(1);
    const after = await deliverNext();
    verifyAt(after, data.secret);
    expect(() => verifyAt(after, previous)).toThrow("No matching signature");
    expect(await getSecret()).toEqual({ ...data, previous_secret_expires_at: null });
  });

  /** Verifies as the receiver did at the time of the delivery, because the library uses the real clock. */
  const verifyAt = (received: Received, secret: string) => {
    const at = Number(received.headers["webhook-timestamp"]) * 1_000;
    const now = vi.spyOn(Date, "now").mockReturnValue(at);
    try {
      verifySignature(received, secret);
    } finally {
      now.mockRestore();
    }
  };

  it("201: expire_previous ends the current secret immediately", async () => {
    await setWebhookUrl(receiver.url());
    const { secret: leaked } = await getSecret();
    const { data } = await rotateSecret({ expire_previous: true });
    expect(data.previous_secret_expires_at).toBeNull();
    const next = await deliverNext();
    verifySignature(next, data.secret);
    expect(() => verifySignature(next, leaked)).toThrow("No matching signature");
  });

  it("409: of two concurrent rotations, the one that did not see the other's secret overwrites nothing", async () => {
    await setWebhookUrl(receiver.url());
    const { secret: first } = await getSecret();
    const connection = await openConnection();
    try {
      // Both read the secret and then wait to replace it.
      await connection.query("BEGIN");
      await connection.query("SELECT FROM organizations WHERE id = $1 FOR UPDATE", [organization.id]);
      const racing = Promise.all([rotateSecret(), rotateSecret()]);
      await until("both wait", () => isWaiting(2));
      await connection.query("COMMIT");
      const [won, lost] = (await racing).toSorted((one, other) => one.status - other.status);
      expect([won?.status, lost?.status, lost?.data.code]).toEqual([201, 409, "rotated_meanwhile"]);
      expect((await getSecret()).secret).toBe(won?.data.secret);
      const next = await deliverNext();
      for (const secret of [first, won?.data.secret]) verifySignature(next, secret);
    } finally {
      await connection.end();
    }
  });

  it("201: the same Idempotency-Key rotates once", async () => {
    const headers = { "idempotency-key": "rotate-1" };
    const first = await organization.client.post("/webhook_secret/rotate", {}, headers);
    const again = await organization.client.post("/webhook_secret/rotate", {}, headers);
    expect(again.data).toEqual(first.data);
    expect((await getSecret()).secret).toBe(first.data.secret);
  });
});

describe("POST /webhook_test_events", () => {
  const sendTestEvent = () => organization.client.post("/webhook_test_events", {});

  it("201: a delivery like any other, of an event that can be read and appears in no list", async () => {
    await setWebhookUrl(receiver.url());
    // It requires no subscription.
    await organization.client.put("/webhook_settings", { allowed_webhooks: [] });
    const { status, data, headers } = await sendTestEvent();
    expect(status).toBe(201);
    expect(data).toMatchObject({ event_type: "webhook.test", state: "due", attempts_count: 0 });
    expect(headers.get("location")).toMatch(new RegExp(`/webhook_deliveries/${data.id}$`));
    expect(await countMessagesByState(organization.id)).toEqual({ due: 1 });

    const message = await findWebhookMessage(data.event_id);
    const { runMessage: runOne } = await import("../../support/delivery/run-message");
    const { webhookJob } = await import("@/lib/delivery/webhooks/jobs");
    await runOne(webhookJob, message?.id ?? "");
    const [arrived] = receiver.received;
    const { data: secret } = await organization.client.get("/webhook_secret");
    expect(verifySignature(arrived as Received, secret.secret)).toEqual({
      id: data.event_id,
      organization_id: organization.id,
      event_type: "webhook.test",
      occurred_at: data.created_at,
      delivered_at: expect.any(String),
    });
    expect((await organization.client.get(`/webhook_deliveries/${data.id}`)).data.state).toBe("done");

    const event = await organization.client.get(`/events/${data.event_id}`);
    expect([event.status, event.data]).toEqual([
      200,
      {
        id: data.event_id,
        organization_id: organization.id,
        event_type: "webhook.test",
        occurred_at: data.created_at,
      },
    ]);
    for (const path of ["/events", "/events?order=asc"]) {
      expect(await organization.client.get(path)).toMatchObject({ data: [], metadata: { total_count: 0 } });
    }
  });

  it("422: without a webhook_url, and without data services", async () => {
    expect(await sendTestEvent()).toMatchObject({ status: 422, data: { code: "no_webhook_url" } });
    await setWebhookUrl(receiver.url());
    const where = { organizationId: organization.id };
    await db().oauthApplication.updateMany({ where, data: { dataServicesEnabled: false } });
    const before = await digestTables();
    expect(await sendTestEvent()).toMatchObject({ status: 422, data: { code: "data_services_disabled" } });
    expect(await digestTables()).toEqual(before);
  });
});
