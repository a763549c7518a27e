import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { makeOrganization, makeTemplate, serial, type TestOrganization } from "../../support/builders";
import { basic, ORIGIN, send, statusesOf } from "../../support/http/client";
import { isWaiting, openConnection, sql } from "../../support/platform/database";
import { acceptedBadge, clientOfPerson, eventsOf, issueTo, makeEarner } from "../../support/identity/earners";
import { makeMember } from "../../support/identity/members";
import { until } from "../../support/until";

let organization: TestOrganization;

beforeAll(async () => {
  organization = await makeOrganization();
});

const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id);

describe("GET /me/badges", () => {
  it("200: lists the earner's badges, newest first, without the issuer's internal notes", async () => {
    const earner = await makeEarner();
    const first = await issueTo(organization, earner.email, {
      issuer_earner_id: `E-${serial()}`,
      issuer_earner_group: { external_id: "g1", name: "Group" },
    });
    const second = await acceptedBadge(organization, earner);
    await issueTo(organization, (await makeEarner()).email);
    const { status, data, metadata } = await earner.client.get("/badges");
    expect([status, metadata.total_count]).toEqual([200, 2]);
    expect(idsOf(data)).toEqual([second.id, first.id]);
    expect(data[1]).toMatchObject({
      state: "pending",
      issuer_earner_id: null,
      recipient_email: earner.email,
    });
    expect(data[1]).not.toHaveProperty("issuer_earner_group");
  });

  it("200: filters by state, privacy and name, sorts, paginates", async () => {
    const earner = await makeEarner();
    const template = await makeTemplate(organization, { name: `Zebra ${serial()}` });
    const pending = await issueTo(organization, earner.email, { badge_template_id: template.id });
    const open = await acceptedBadge(organization, earner);
    const hidden = await acceptedBadge(organization, earner, true);
    const found = async (query: string) => idsOf((await earner.client.get(`/badges?${query}`)).data);
    expect(await found("filter=state::pending")).toEqual([pending.id]);
    expect(await found("filter=state::accepted|public::false")).toEqual([hidden.id]);
    expect(await found("filter=badge_templates[name]::zebra")).toEqual([pending.id]);
    expect((await found("sort=-badge_templates[name]"))[0]).toBe(pending.id);
    expect(await found("sort=created_at&per=2&page=2")).toEqual([hidden.id]);
    expect(await found("filter=state::accepted")).toEqual([hidden.id, open.id]);
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
    const earner = await makeEarner();
    const other = await makeOrganization(`Quagga ${serial()}`);
    const [here, there] = [await acceptedBadge(organization, earner), await acceptedBadge(other, earner)];
    await sql("UPDATE issued_badges SET expires_at = now() - interval '1 day' WHERE id = $1", [here.id]);
    const found = async (filter: string) =>
      idsOf((await earner.client.get(`/badges?filter=${encodeURIComponent(filter)}`)).data);
    expect(await found("query::quagga")).toEqual([there.id]);
    expect(await found("query::no such words")).toEqual([]);
    expect(await found("expired::true")).toEqual([here.id]);
    expect(await found("expired::false")).toEqual([there.id]);
    expect((await earner.client.get("/badges?filter=expired::maybe")).status).toBe(400);
  });

  it("200: includes pending badges of an address that were issued before its account existed", async () => {
    const email = `early-${serial()}@example.org`;
    const [waiting, revoked] = [await issueTo(organization, email), await issueTo(organization, email)];
    await sql("UPDATE issued_badges SET state = 'revoked' WHERE id = $1", [revoked.id]);
    const { client } = await makeEarner(email);
    expect(idsOf((await client.get("/badges")).data)).toEqual([waiting.id]);
  });

  it("401: every credential except the session, even next to one; 403: from another site", async () => {
    const { cookie, headers } = await makeEarner();
    const refused = [
      {},
      basic(organization.authorization_token),
      { ...headers, ...basic(organization.authorization_token) },
      { ...headers, authorization: "Bearer boa_x" },
      { cookie: "badges.session=forged" },
    ];
    for (const given of refused) {
      const { status, headers: answered } = await send("GET", "/v1/me/badges", { headers: given });
      expect([status, answered.get("www-authenticate")]).toEqual([401, 'Cookie realm="badges"']);
    }
    const badge = await issueTo(organization, `x-${serial()}@example.org`);
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
    const { client } = await makeEarner();
    expect((await client.get("/wishes")).status).toBe(404);
    expect((await send("GET", "/v1/me/wishes")).status).toBe(401);
    const { status, headers } = await client.delete("/badges");
    expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });
});

describe("GET /me/badges/{id}", () => {
  it("404: another earner's, unknown and malformed ids; membership of the issuer gives no access", async () => {
    const earner = await makeEarner();
    const badge = await acceptedBadge(organization, earner);
    const other = await makeEarner();
    for (const id of [badge.id, newId(), "x", "%00"]) {
      expect((await other.client.get(`/badges/${id}`)).status).toBe(404);
    }
    const member = clientOfPerson(await makeMember(organization.id, "administrator"));
    expect((await member.get(`/badges/${badge.id}`)).status).toBe(404);
    expect((await earner.client.get(`/badges/${badge.id}`)).data.id).toBe(badge.id);
  });
});

describe("POST /me/badges/{id}/accept and /reject", () => {
  it("200: accepts publicly or privately; the badge then belongs to the account", async () => {
    const earner = await makeEarner();
    const [open, hidden] = [
      await issueTo(organization, earner.email),
      await issueTo(organization, earner.email),
    ];
    const first = await earner.client.post(`/badges/${open.id}/accept`);
    expect([first.status, first.data.state, first.data.public]).toEqual([200, "accepted", true]);
    const second = await earner.client.post(`/badges/${hidden.id}/accept`, { private: true });
    expect([second.data.state, second.data.public]).toEqual(["accepted", false]);
    const { data } = await organization.client.get(`/badges/${open.id}`);
    expect(data).toMatchObject({ state: "accepted", user: { id: earner.id, confirmed: true } });
    const [event] = (await eventsOf(organization, "badge.state.changed")).slice(-2);
    expect(event).toMatchObject({ badge: { id: open.id, state: "accepted" } });
    const privacy = await eventsOf(organization, "badge.privacy.changed");
    expect(JSON.stringify(privacy)).not.toContain(open.id);
    expect(privacy.at(-1)).toMatchObject({ badge: { id: hidden.id, public: false } });
  });

  it("200: declines a pending badge and gives an accepted one back", async () => {
    const earner = await makeEarner();
    const pending = await issueTo(organization, earner.email);
    const accepted = await acceptedBadge(organization, earner);
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
    const earner = await makeEarner();
    for (const state of states) {
      const { id } = await issueTo(organization, earner.email);
      await sql("UPDATE issued_badges SET state = $2::badge_state WHERE id = $1", [id, state]);
      const { status, data } = await earner.client.post(`/badges/${id}/${verb}`);
      expect([status, data.code]).toEqual([422, "invalid_transition"]);
      expect(data.message).toContain(state);
    }
  });

  it("one of many concurrent answers succeeds, with one event", async () => {
    const earner = await makeEarner();
    const { id } = await issueTo(organization, earner.email);
    const before = await eventsOf(organization, "badge.state.changed");
    const blocker = await openConnection();
    await blocker.query("BEGIN");
    await blocker.query("SELECT 1 FROM issued_badges WHERE id = $1 FOR UPDATE", [id]);
    const answers = Promise.all(Array.from({ length: 6 }, () => earner.client.post(`/badges/${id}/accept`)));
    await until("the answers to wait", () => isWaiting(6));
    await blocker.query("COMMIT");
    await blocker.end();
    expect(statusesOf(await answers)).toEqual([200, 422, 422, 422, 422, 422]);
    expect(await eventsOf(organization, "badge.state.changed")).toHaveLength(before.length + 1);
  });

  it("404: another earner's badge, which is unchanged", async () => {
    const { id } = await issueTo(organization, (await makeEarner()).email);
    const other = await makeEarner();
    for (const verb of ["accept", "reject"]) {
      expect((await other.client.post(`/badges/${id}/${verb}`)).status).toBe(404);
    }
    expect((await organization.client.get(`/badges/${id}`)).data.state).toBe("pending");
  });
});

describe("PATCH /me/badges/{id}", () => {
  it("200: hides and shows a badge, with badge.privacy.changed each time, and without it when nothing changes", async () => {
    const own = await makeOrganization();
    const earner = await makeEarner();
    const { id } = await acceptedBadge(own, earner);
    for (const isPublic of [false, false, true]) {
      const { status, data } = await earner.client.patch(`/badges/${id}`, { public: isPublic });
      expect([status, data.public, data.is_private_badge]).toEqual([200, isPublic, !isPublic]);
    }
    const events = await eventsOf(own, "badge.privacy.changed");
    expect(events).toHaveLength(2);
    expect(events[0]).toMatchObject({ badge: { id, public: true } });
    const kept = await sql("SELECT data FROM events WHERE id = $1", [events[0]?.id]);
    expect(kept).toEqual([{ data: { public: false } }]);
  });

  it("422: a badge that is not accepted, and a missing privacy value", async () => {
    const earner = await makeEarner();
    const pending = await issueTo(organization, earner.email);
    expect((await earner.client.patch(`/badges/${pending.id}`, { public: false })).data.message).toContain(
      "pending",
    );
    const { id } = await acceptedBadge(organization, earner);
    for (const body of [{}, { public: "perhaps" }, { public: null }]) {
      expect((await earner.client.patch(`/badges/${id}`, body)).status).toBe(422);
    }
    const more = { public: false, state: "revoked", user_id: newId(), recipient_email: "x@example.org" };
    const { data } = await earner.client.patch(`/badges/${id}`, more);
    expect(data).toMatchObject({ public: false, state: "accepted", recipient_email: earner.email });
    expect(data.badge_url).toBe(`${ORIGIN}/badges/${id}`);
  });
});
