import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { runMessage } from "../../support/delivery/run-message";
import { webhookJob } from "@/lib/delivery/webhooks/jobs";
import {
  badgeBody,
  createTestOrganization,
  createTemplate,
  nextSerial,
  type TestOrganization,
} from "../../support/builders";
import { basicHeaders, ORIGIN, send } from "../../support/http/client";
import { createApplication } from "../../support/applications/oauth";
import { findWebhookMessage, stopClock } from "../../support/delivery/outbox";
import {
  ClientError,
  createOAuthClient,
  createOpenEdxClient,
  createPhpClient,
  createRubyClient,
  type Fetch,
} from "../../support/http/public-clients";
import { dispatch } from "../../support/http/routes";
import { webhookSummary } from "../../support/delivery/specified-events";
import { issuedBadge } from "../../support/http/specified-types";
import { expectList, expectShape } from "../../support/http/typed-client";
import { startReceiver } from "../../support/delivery/webhook-receiver";

// What clients written against a compatible interface send and read. tests/process/compatibility.test.ts tests the real
// server with its rewrites over HTTP.

let organization: TestOrganization;
let template: { id: string };

beforeAll(async () => {
  organization = await createTestOrganization();
  template = await createTemplate(organization);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const fetch: Fetch = (url, init) => dispatch(new Request(url, init));
const clientConnection = ({ id, authorization_token: token }: TestOrganization) => ({
  fetch,
  origin: ORIGIN,
  organizationId: id,
  token,
});

/** The status and message of a client's exception. */
const catchRefusal = async (work: Promise<unknown>): Promise<[number, string]> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ClientError) return [error.status, error.message];
  throw new Error("It was not refused.", { cause: error });
};

const UNKNOWN = "0190a5b4-0000-7000-8000-000000000000";

describe("the client of Open edX", () => {
  const buildIssue = (changes: Record<string, unknown> = {}) => ({
    recipient_email: `edx-${nextSerial()}@example.org`,
    issued_to_first_name: "Ada",
    issued_to_last_name: "Okafor",
    badge_template_id: template.id,
    issued_at: "2024-01-01 00:00:00 +0000",
    ...changes,
  });

  it("reads the organization, and all active templates by following next_page_url unchanged", async () => {
    const own = await createTestOrganization();
    const client = createOpenEdxClient(clientConnection(own));
    expect((await client.organization()).id).toBe(own.id);
    const created = await Promise.all(Array.from({ length: 52 }, () => createTemplate(own)));
    await createTemplate(own, { state: "draft" });
    await own.client.put(`/badge_templates/${created[0]?.id}`, { state: "archived" });
    const templates = await client.templates();
    const expected = created.slice(1).map(({ id }) => id);
    expect(templates.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
    for (const { state, name, description, image_url: icon } of templates) {
      expect([state, typeof name, typeof description]).toEqual(["active", "string", "string"]);
      expect(icon).toMatch(/^http/);
    }
    const { metadata } = await own.client.get("/badge_templates/?filter=state::active");
    expect([metadata.total_count, metadata.total_pages]).toEqual([51, 2]);
    expect(metadata.next_page_url).toMatch(/\/badge_templates\/\?/);
  });

  it("issues, with either format of the timestamp, and revokes", async () => {
    const client = createOpenEdxClient(clientConnection(organization));
    const issued = await client.issue(buildIssue());
    expect(issued).toMatchObject({ state: "pending", issued_at: "2024-01-01T00:00:00.000Z" });
    const older = await client.issue(buildIssue({ issued_at: "2014-04-01 09:41:00 -0500" }));
    expect(older).toMatchObject({ issued_at: "2014-04-01T14:41:00.000Z", issued_at_date: "2014-04-01" });
    const reason = {
      reason: "Open edX internal user revoked badge",
      suppress_revoke_notification_email: true,
    };
    const revoked = await client.revoke(issued.id, reason);
    expect(revoked).toMatchObject({ id: issued.id, state: "revoked", revocation_reason: reason.reason });
    expect((await catchRefusal(client.revoke(issued.id, reason)))[0]).toBe(422);
  });

  it("reads why it was refused", async () => {
    const client = createOpenEdxClient(clientConnection(organization));
    const body = buildIssue();
    await client.issue(body);
    expect(await catchRefusal(client.issue(body))).toEqual([
      422,
      expect.stringContaining("already has this badge"),
    ]);
    expect(await catchRefusal(client.event(UNKNOWN))).toEqual([404, expect.any(String)]);
    const stranger = createOpenEdxClient({ ...clientConnection(organization), token: "nonsense" });
    expect((await catchRefusal(stranger.organization()))[0]).toBe(401);
  });

  it("receives webhooks about templates, responds with 204, and reads the event", async () => {
    const own = await createTestOrganization();
    const receiver = await startReceiver();
    try {
      receiver.answer(204);
      const settings = { webhook_url: receiver.url("/edx/webhook/"), accepts_any_success: true };
      expect((await own.client.put("/webhook_settings", settings)).status).toBe(200);
      const { id } = await createTemplate(own);
      await own.client.put(`/badge_templates/${id}`, { state: "archived" });
      // Newest first lists all of them at once. The other direction waits for older transactions, including those of
      // other tests.
      const { data: events } = await own.client.get("/events");
      for (const event of events.toReversed())
        await runMessage(webhookJob, (await findWebhookMessage(event.id))?.id ?? "");
      const client = createOpenEdxClient(clientConnection(own));
      const payloads = await Promise.all(
        receiver.received.map(async ({ body }) => {
          const summary = JSON.parse(body) as { id: string; organization_id: string; event_type: string };
          expectShape("webhook", summary, webhookSummary);
          expect(summary.organization_id).toBe(own.id);
          const { badge_template: shown } = await client.event(summary.id);
          return [summary.event_type, shown];
        }),
      );
      const shown = expect.objectContaining({
        id,
        state: "archived",
        owner: expect.objectContaining({ id: own.id }),
      });
      expect(payloads).toEqual([
        ["badge_template.created", shown],
        ["badge_template.changed", shown],
      ]);
      const states = events.map(
        async ({ id: event }: { id: string }) => (await findWebhookMessage(event))?.state,
      );
      expect(await Promise.all(states)).toEqual(["done", "done"]);
    } finally {
      await receiver.close();
    }
  });
});

const evidence = [
  {
    type: "KeyValueGroupEvidence",
    name: "Marks",
    values: [
      { key: "Essay", value: "A" },
      { key: "Exam", value: "B" },
    ],
  },
  { type: "IdEvidence", title: "Licence", description: "B" },
  { type: "UrlEvidence", name: "Work", value: "https://example.org/work?a=1&b=2" },
];
const shownEvidence = evidence.map((item) =>
  expect.objectContaining(
    "values" in item
      ? { ...item, values: item.values?.map((value) => expect.objectContaining(value)) }
      : item,
  ),
);

/** A badge with all nested objects, as a client with nested parameters sends it. */
const buildNestedIssue = (changes: Record<string, string | boolean | null> = {}) => ({
  recipient_email: `nested-${nextSerial()}@example.org`,
  issued_to_first_name: "Ömer & Co",
  issued_to_last_name: "O'Neil+",
  badge_template_id: template.id,
  issued_at: "2026-04-01T09:41:00+02:00",
  suppress_badge_notification_email: true,
  issuer_earner_group: { external_id: "G", name: "Group" },
  evidence,
  ...changes,
});
const shownNested = {
  issued_to: "Ömer & Co O'Neil+",
  issued_at: "2026-04-01T07:41:00.000Z",
  suppress_badge_notification_email: true,
  issuer_earner_group: { external_id: "G", name: "Group" },
  evidence: shownEvidence,
};

describe("a Ruby client", () => {
  it("sends forms with lists of objects without indexes", async () => {
    const ask = createRubyClient(clientConnection(organization));
    const { data } = await ask("POST", "/badges", buildNestedIssue());
    expect(data).toMatchObject(shownNested);
    const replaced = await ask("POST", `/badges/${data.id}/replace`, {
      badge_template_id: template.id,
      issued_at: "2026-05-01 00:00:00 UTC",
      expires_at: null,
    });
    expect(replaced.data).toMatchObject({ replaces_badge_id: data.id, evidence: [], expires_at: null });
    const revoked = await ask("PUT", `/badges/${replaced.data.id}/revoke`, { reason: "Wrong person" });
    expect(revoked.data.state).toBe("revoked");
  });

  it("filters and sorts with bars and colons, plain or encoded", async () => {
    const own = await createTestOrganization();
    const { id } = await createTemplate(own);
    for (const [name, issued_at] of [
      ["Ada", "2026-01-01"],
      ["Adam", "2026-03-01"],
      ["Eve", "2026-02-01"],
    ]) {
      await own.client.post("/badges", badgeBody(id, { issued_to_first_name: name, issued_at }));
    }
    const { data: all } = await own.client.get("/badges?filter=query::Adam");
    await own.client.put(`/badges/${all[0].id}/revoke`, { reason: "No" });
    const ask = createRubyClient(clientConnection(own));
    const filter = "query::ada|state::pending,revoked";
    for (const query of [filter, encodeURIComponent(filter)]) {
      const { data } = await ask("GET", `/badges?filter=${query}&sort=-issued_at`);
      const names = (data as unknown as { issued_to_first_name: string }[]).map(
        (one) => one.issued_to_first_name,
      );
      expect(names).toEqual(["Adam", "Ada"]);
    }
    expect(await catchRefusal(ask("GET", "/badges?filter=nothing::x"))).toEqual([
      400,
      expect.stringContaining('Unknown filter "nothing"'),
    ]);
  });

  it("reads the message of each error", async () => {
    const ask = createRubyClient(clientConnection(organization));
    const body = buildNestedIssue();
    await ask("POST", "/badges", body);
    expect(await catchRefusal(ask("POST", "/badges", body))).toEqual([
      422,
      expect.stringContaining("already has this badge"),
    ]);
    for (const id of [UNKNOWN, "nonsense", ""]) {
      expect(await catchRefusal(ask("POST", "/badges", buildNestedIssue({ badge_template_id: id })))).toEqual(
        [422, expect.stringContaining(`Invalid or missing Badge Template ID: ${id}`)],
      );
    }
    expect(await catchRefusal(ask("POST", "/badges", {}))).toEqual([
      422,
      expect.stringContaining("recipient_email is required"),
    ]);
    expect((await catchRefusal(ask("GET", "/badges?page=1000000")))[0]).toBe(400);
  });
});

describe("a PHP client", () => {
  it("sends everything in the query string, with indexed lists", async () => {
    const ask = createPhpClient(clientConnection(organization));
    const { data } = await ask("POST", "/badges", buildNestedIssue({ issuer_earner_id: null }));
    expect(data).toMatchObject(shownNested);
    const revoked = await ask("PUT", `/badges/${data.id}/revoke`, {
      reason: "Fraud & more",
      suppress_revoke_notification_email: true,
    });
    expect(revoked.data).toMatchObject({ state: "revoked", revocation_reason: "Fraud & more" });
  });

  it("sends false as 0: never expires, and a setting turned off", async () => {
    const ask = createPhpClient(clientConnection(organization));
    const expiring = await createTemplate(organization, {
      default_expires_at_type: "duration",
      default_expires_after: "P1Y",
    });
    const issueNested = (changes: Record<string, string | boolean>) =>
      ask("POST", "/badges", buildNestedIssue({ badge_template_id: expiring.id, ...changes }));
    expect((await issueNested({})).data.expires_at).toBe("2027-04-01T07:41:00.000Z");
    const never = await issueNested({ expires_at: false, suppress_badge_notification_email: false });
    expect(never.data).toMatchObject({ expires_at: null, suppress_badge_notification_email: false });
  });

  it("sends [] for an object without members", async () => {
    const created = await organization.client.post("/authorization_tokens", { write_enabled: true });
    const headers = { ...basicHeaders(created.data.token), "content-type": "application/json" };
    const path = `/v1/organizations/${organization.id}/authorization_tokens/rotate`;
    expect((await send("POST", path, { headers, body: "[]" })).status).toBe(201);
  });
});

describe("a Python client with forms", () => {
  it("sends True and False with capitals", async () => {
    const words = { suppress_badge_notification_email: "True", expires_at: "False" };
    const body = new URLSearchParams({ ...badgeBody(template.id), ...words }).toString();
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const { status, data } = await organization.client.post("/badges", body, type);
    expect([status, data.suppress_badge_notification_email, data.expires_at]).toEqual([201, true, null]);
  });
});

describe("a Go client", () => {
  it("paginates by page and per, and decodes every page into the same types", async () => {
    const own = await createTestOrganization();
    const { id } = await createTemplate(own);
    for (let index = 0; index < 5; index += 1) await own.client.post("/badges", badgeBody(id));
    const seen: string[] = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const response = await own.client.get(`/badges?per=2&page=${page}`);
      seen.push(...expectList("badges", response, issuedBadge).map((badge: { id: string }) => badge.id));
      pages = response.metadata.total_pages;
      expect(response.metadata).toMatchObject({ current_page: page, per: 2, total_count: 5, total_pages: 3 });
    }
    expect(new Set(seen).size).toBe(5);
  });

  it.each([
    ["2026-04-01T09:41:00Z", "2026-04-01T09:41:00.000Z", "2026-04-01"],
    ["2026-04-01T23:41:00.123456789-07:00", "2026-04-02T06:41:00.123Z", "2026-04-01"],
    ["2026-04-01T00:30:00+05:30", "2026-03-31T19:00:00.000Z", "2026-04-01"],
  ])("sends timestamps as RFC 3339: %s", async (issued_at, moment, date) => {
    const { data } = await organization.client.post("/badges", badgeBody(template.id, { issued_at }));
    expect([data.issued_at, data.issued_at_date]).toEqual([moment, date]);
  });
});

describe("a client of an OAuth application", () => {
  it.each([true, false])(
    "gets a token by HTTP Basic: %s; gets a new one when it expired",
    async (isBasic) => {
      const { uid, secret } = await createApplication(organization);
      const application = { uid, secret, isBasic, scope: "issued_badges badge_templates" };
      const { perform, grants } = createOAuthClient(clientConnection(organization), application);
      const time = stopClock();
      const { data } = await perform("POST", "/badges", badgeBody(template.id));
      expect((await perform("GET", `/badges/${data.id}`)).data.id).toBe(data.id);
      expect(grants).toEqual([7_200]);
      time.advance(7_200_000);
      expect((await perform("GET", `/badge_templates/${template.id}`)).data.id).toBe(template.id);
      expect(grants).toEqual([7_200, 7_200]);
      expect((await catchRefusal(perform("GET", "/events")))[0]).toBe(403);
    },
  );
});
