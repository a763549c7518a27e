import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import {
  createTestOrganization,
  createTemplate,
  nextSerial,
  type TestOrganization,
} from "../../support/builders";
import { basicHeaders, ORIGIN, send, sortedStatuses } from "../../support/http/client";
import { isWaiting, openConnection, sql } from "../../support/platform/database";
import {
  issueAcceptedBadge,
  createPersonClient,
  listEventsByPrefix,
  issueBadgeTo,
  createEarner,
} from "../../support/accounts/earners";
import { createMember } from "../../support/accounts/members";
import { until } from "../../support/until";

let organization: TestOrganization;

beforeAll(async () => {
  organization = await createTestOrganization();
});

const toIds = (rows: { id: string }[]): string[] => rows.map(({ id }) => id);

describe("GET /me/badges", () => {
  it("200: lists the earner's badges, newest first, without the issuer's internal notes", async () => {
    const earner = await createEarner();
    const first = await issueBadgeTo(organization, earner.email, {
      issuer_earner_id: `E-${nextSerial()}`,
      issuer_earner_group: { external_id: "g1", name: "Group" },
    });
    const second = await issueAcceptedBadge(organization, earner);
    await issueBadgeTo(organization, (await createEarner()).email);
    const { status, data, metadata } = await earner.client.get("/badges");
    expect([status, metadata.total_count]).toEqual([200, 2]);
    expect(toIds(data)).toEqual([second.id, first.id]);
    expect(data[1]).toMatchObject({
      state: "pending",
      issuer_earner_id: null,
      recipient_email: earner.email,
    });
    expect(data[1]).not.toHaveProperty("issuer_earner_group");
  });

  it("200: filters by state, privacy and name, sorts, paginates", async () => {
    const earner = await createEarner();
    const template = await createTemplate(organization, { name: `Zebra ${nextSerial()}` });
    const pending = await issueBadgeTo(organization, earner.email, { badge_template_id: template.id });
    const open = await issueAcceptedBadge(organization, earner);
    const hidden = await issueAcceptedBadge(organization, earner, true);
    const findBadgeIds = async (query: string) => toIds((await earner.client.get(`/badges?${query}`)).data);
    expect(await findBadgeIds("filter=state::pending")).toEqual([pending.id]);
    expect(await findBadgeIds("filter=state::accepted|public::false")).toEqual([hidden.id]);
    expect(await findBadgeIds("filter=badge_templates[name]::zebra")).toEqual([pending.id]);
    expect((await findBadgeIds("sort=-badge_templates[name]"))[0]).toBe(pending.id);
    expect(await findBadgeIds("sort=created_at&per=2&page=2")).toEqual([hidden.id]);
    expect(await findBadgeIds("filter=state::accepted")).toEqual([hidden.id, open.id]);
    for (const bad of [
      "filter=state::gone",
      "filter=issuer_earner_id::1",
      "sort=users[first_name]",
      "page=0",
    ]) {
      expect((await earner.client.get(`/badges?${bad}`)).status, bad).toBe(400);
    }
  });

  it("200: finds words in the name and the issuer, and shows what has expired", async () => {
    const earner = await createEarner();
    const other = await createTestOrganization(`Quagga ${nextSerial()}`);
    const [here, there] = [
      await issueAcceptedBadge(organization, earner),
      await issueAcceptedBadge(other, earner),
    ];
    await sql("UPDATE issued_badges SET expires_at = now() - interval '1 day' WHERE id = $1", [here.id]);
    const findBadgeIds = async (filter: string) =>
      toIds((await earner.client.get(`/badges?filter=${encodeURIComponent(filter)}`)).data);
    expect(await findBadgeIds("query::quagga")).toEqual([there.id]);
    expect(await findBadgeIds("query::no such words")).toEqual([]);
    expect(await findBadgeIds("expired::true")).toEqual([here.id]);
    expect(await findBadgeIds("expired::false")).toEqual([there.id]);
    expect((await earner.client.get("/badges?filter=expired::maybe")).status).toBe(400);
  });

  it("200: includes pending badges of an address that were issued before its account existed", async () => {
    const email = `early-${nextSerial()}@example.org`;
    const [waiting, revoked] = [
      await issueBadgeTo(organization, email),
      await issueBadgeTo(organization, email),
    ];
    await sql("UPDATE issued_badges SET state = 'revoked' WHERE id = $1", [revoked.id]);
    const { client } = await createEarner(email);
    expect(toIds((await client.get("/badges")).data)).toEqual([waiting.id]);
  });

  it("401: every credential except the session, even next to one; 403: from another site", async () => {
    const { cookie, headers } = await createEarner();
    const refused = [
      {},
      basicHeaders(organization.authorization_token),
      { ...headers, ...basicHeaders(organization.authorization_token) },
      { ...headers, authorization: "Bearer boa_x" },
      { cookie: "badges.session=forged" },
    ];
    for (const credentialHeaders of refused) {
      const { status, headers: answered } = await send("GET", "/v1/me/badges", {
        headers: credentialHeaders,
      });
      expect([status, answered.get("www-authenticate")]).toEqual([401, 'Cookie realm="badges"']);
    }
    const badge = await issueBadgeTo(organization, `x-${nextSerial()}@example.org`);
    for (const origin of ["https://evil.example", "null"]) {
      const path = `/v1/me/badges/${badge.id}/accept`;
      expect((await send("POST", path, { headers: { cookie, origin }, body: {} })).status).toBe(403);
    }
    const form = { ...headers, "content-type": "application/x-www-form-urlencoded" };
    expect((await send("POST", "/v1/me/emails", { headers: form, body: "email=a@example.org" })).status).toBe(
      403,
    );
  });

  it("404: unknown paths; 405 with Allow", async () => {
    const { client } = await createEarner();
    expect((await client.get("/wishes")).status).toBe(404);
    expect((await send("GET", "/v1/me/wishes")).status).toBe(401);
    const { status, headers } = await client.delete("/badges");
    expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });
});

describe("GET /me/badges/{id}", () => {
  it("404: another earner's, unknown and malformed ids; membership of the issuer gives no access", async () => {
    const earner = await createEarner();
    const badge = await issueAcceptedBadge(organization, earner);
    const other = await createEarner();
    for (const id of [badge.id, newId(), "x", "%00"]) {
      expect((await other.client.get(`/badges/${id}`)).status).toBe(404);
    }
    const member = createPersonClient(await createMember(organization.id, "administrator"));
    expect((await member.get(`/badges/${badge.id}`)).status).toBe(404);
    expect((await earner.client.get(`/badges/${badge.id}`)).data.id).toBe(badge.id);
  });
});

describe("POST /me/badges/{id}/accept and /reject", () => {
  it("200: accepts publicly or privately; the badge then belongs to the account", async () => {
    const earner = await createEarner();
    const [open, hidden] = [
      await issueBadgeTo(organization, earner.email),
      await issueBadgeTo(organization, earner.email),
    ];
    const first = await earner.client.post(`/badges/${open.id}/accept`);
    expect([first.status, first.data.state, first.data.public]).toEqual([200, "accepted", true]);
    const second = await earner.client.post(`/badges/${hidden.id}/accept`, { private: true });
    expect([second.data.state, second.data.public]).toEqual(["accepted", false]);
    const { data } = await organization.client.get(`/badges/${open.id}`);
    expect(data).toMatchObject({ state: "accepted", user: { id: earner.id, confirmed: true } });
    const [event] = (await listEventsByPrefix(organization, "badge.state.changed")).slice(-2);
    expect(event).toMatchObject({ badge: { id: open.id, state: "accepted" } });
    const privacy = await listEventsByPrefix(organization, "badge.privacy.changed");
    expect(JSON.stringify(privacy)).not.toContain(open.id);
    expect(privacy.at(-1)).toMatchObject({ badge: { id: hidden.id, public: false } });
  });

  it("200: declines a pending badge and gives an accepted one back", async () => {
    const earner = await createEarner();
    const pending = await issueBadgeTo(organization, earner.email);
    const accepted = await issueAcceptedBadge(organization, earner);
    for (const { id } of [pending, accepted]) {
      const { status, data } = await earner.client.post(`/badges/${id}/reject`);
      expect([status, data.state]).toEqual([200, "rejected"]);
    }
    expect((await earner.client.get("/badges?filter=state::rejected")).metadata.total_count).toBe(2);
  });

  it.each([
    ["accept", ["accepted", "rejected", "revoked", "replaced"]],
    ["reject", ["rejected", "revoked", "replaced"]],
  ])("422: %s names the state that forbids it", async (verb, states) => {
    const earner = await createEarner();
    for (const state of states) {
      const { id } = await issueBadgeTo(organization, earner.email);
      await sql("UPDATE issued_badges SET state = $2::badge_state WHERE id = $1", [id, state]);
      const { status, data } = await earner.client.post(`/badges/${id}/${verb}`);
      expect([status, data.code]).toEqual([422, "invalid_transition"]);
      expect(data.message).toContain(state);
    }
  });

  it("one of many concurrent answers succeeds, with one event", async () => {
    const earner = await createEarner();
    const { id } = await issueBadgeTo(organization, earner.email);
    const before = await listEventsByPrefix(organization, "badge.state.changed");
    const blocker = await openConnection();
    await blocker.query("BEGIN");
    await blocker.query("SELECT 1 FROM issued_badges WHERE id = $1 FOR UPDATE", [id]);
    const responses = Promise.all(
      Array.from({ length: 6 }, () => earner.client.post(`/badges/${id}/accept`)),
    );
    await until("the answers to wait", () => isWaiting(6));
    await blocker.query("COMMIT");
    await blocker.end();
    expect(sortedStatuses(await responses)).toEqual([200, 422, 422, 422, 422, 422]);
    expect(await listEventsByPrefix(organization, "badge.state.changed")).toHaveLength(before.length + 1);
  });

  it("404: another earner's badge, which is unchanged", async () => {
    const { id } = await issueBadgeTo(organization, (await createEarner()).email);
    const other = await createEarner();
    for (const verb of ["accept", "reject"]) {
      expect((await other.client.post(`/badges/${id}/${verb}`)).status).toBe(404);
    }
    expect((await organization.client.get(`/badges/${id}`)).data.state).toBe("pending");
  });
});

describe("PATCH /me/badges/{id}", () => {
  it("200: hides and shows a badge, with badge.privacy.changed each time, and without it when nothing changes", async () => {
    const own = await createTestOrganization();
    const earner = await createEarner();
    const { id } = await issueAcceptedBadge(own, earner);
    for (const isPublic of [false, false, true]) {
      const { status, data } = await earner.client.patch(`/badges/${id}`, { public: isPublic });
      expect([status, data.public, data.is_private_badge]).toEqual([200, isPublic, !isPublic]);
    }
    const events = await listEventsByPrefix(own, "badge.privacy.changed");
    expect(events).toHaveLength(2);
    expect(events[0]).toMatchObject({ badge: { id, public: true } });
    const storedEvents = await sql("SELECT data FROM events WHERE id = $1", [events[0]?.id]);
    expect(storedEvents).toEqual([{ data: { public: false } }]);
  });

  it("422: a badge that is not accepted, and a missing privacy value", async () => {
    const earner = await createEarner();
    const pending = await issueBadgeTo(organization, earner.email);
    expect((await earner.client.patch(`/badges/${pending.id}`, { public: false })).data.message).toContain(
      "pending",
    );
    const { id } = await issueAcceptedBadge(organization, earner);
    for (const body of [{}, { public: "perhaps" }, { public: null }]) {
      expect((await earner.client.patch(`/badges/${id}`, body)).status).toBe(422);
    }
    const more = { public: false, state: "revoked", user_id: newId(), recipient_email: "x@example.org" };
    const { data } = await earner.client.patch(`/badges/${id}`, more);
    expect(data).toMatchObject({ public: false, state: "accepted", recipient_email: earner.email });
    expect(data.badge_url).toBe(`${ORIGIN}/badges/${id}`);
  });
});
