import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  buildForeignBadge,
  createIssuerKeys,
  signForeign,
} from "../../support/credentials/foreign-credentials";
import { startForeignIssuer, withEntry } from "../../support/credentials/foreign-issuer";
import { buildList, encodeList } from "../../support/credentials/memory-issuer";
import { bakeToDataUrl, buildPng } from "../../support/credentials/baked-badges";
import { publishBadge, startSite, trustTestSites, type Site } from "../../support/credentials/badge-site";
import { digestTables, sql } from "../../support/platform/database";
import { claimAddress, confirmAddress, createEarner, type TestEarner } from "../../support/accounts/earners";
import { hashed, signAssertion, exportPem, generateRsaKeys } from "../../support/credentials/open-badges";
import { stopClock } from "../../support/delivery/outbox";
import { nextSerial } from "../../support/builders";
import { createGate } from "../../support/delivery/webhook-receiver";
import { until } from "../../support/until";

type Json = Record<string, unknown>;

let earner: TestEarner;
let site: Site;

beforeEach(async () => {
  trustTestSites();
  earner = await createEarner();
  site = await startSite();
});

afterEach(() => void vi.restoreAllMocks());

async function importBadge(body: Json, by = earner) {
  const { status, data } = await by.client.post("/external_badges", body);
  expect(status, JSON.stringify(data)).toBe(201);
  return data;
}

const refreshBadge = (id: string, headers = {}) =>
  earner.client.post(`/external_badges/${id}/refresh`, {}, headers);

describe("POST /me/external_badges/{id}/refresh", () => {
  it("200: updates the badge and keeps the earner's choices", async () => {
    const { badgeClass } = publishBadge(site, earner.email, { image: site.at("/one.png") });
    site.put("/one.png", buildPng([], [8, 8], 10));
    const link = '<html><link rel="alternate" type="application/json" href="/assertion"></html>';
    site.put("/page", link);
    const before = await importBadge({ url: site.at("/page") });
    await earner.client.patch(`/external_badges/${before.id}`, { public: false });
    publishBadge(site, earner.email, { image: site.at("/two.png"), expires: "2030-01-01" });
    site.put("/class", { ...badgeClass, name: "Data Science", tags: ["R"] });
    site.put("/two.png", buildPng([], [8, 8], 20));
    const { status, data } = await refreshBadge(before.id);
    expect(status, JSON.stringify(data)).toBe(200);
    expect(data).toEqual({
      ...before,
      public: false,
      badge_name: "Data Science",
      skills: [{ name: "R" }],
      expires_at: "2030-01-01T23:59:59.000Z",
      expires_at_date: "2030-01-01",
      image_url: expect.not.stringContaining(before.image_url),
      refreshed_at: expect.any(String),
    });
    expect(data.refreshed_at > before.refreshed_at).toBe(true);
    expect(data.badge_url).toBe(site.at("/page"));
    const again = await refreshBadge(before.id);
    expect(again.data.image_url).toBe(data.image_url);
    site.put("/two.png", 404);
    expect((await refreshBadge(before.id)).data.image_url).toBe(data.image_url);
    expect((await sql("SELECT FROM images WHERE id = $1", [before.image_url.split("/").at(-2)])).length).toBe(
      0,
    );
  });

  it("200: verifies it once its issuer is reachable", async () => {
    const { assertion, badgeClass, issuer } = publishBadge(site, earner.email);
    site.put("/assertion", 503);
    const badge = { ...badgeClass, issuer };
    const created = await importBadge({ image: bakeToDataUrl(JSON.stringify({ ...assertion, badge })) });
    expect([created.verification_status.verified, created.image_url]).toEqual([false, expect.any(String)]);
    site.put("/assertion", assertion);
    const { data } = await refreshBadge(created.id);
    // Anyone could have baked it into that picture.
    expect([data.verification_status.verified, data.image_url]).toEqual([true, null]);
  });

  it.each([
    ["says so", { revoked: true }],
    ["is gone for good", 410],
  ])(
    "200: revoked and no longer verified when its assertion %s; restored afterwards",
    async (_how, change) => {
      const { assertion } = publishBadge(site, earner.email);
      const created = await importBadge({ url: site.at("/assertion") });
      site.put("/assertion", typeof change === "number" ? change : { ...assertion, ...change });
      const { status, data } = await refreshBadge(created.id);
      expect([status, data.revoked, data.verification_status.verified]).toEqual([200, true, false]);
      expect(data).toMatchObject({ badge_name: "Data Analysis", public: true });
      site.put("/assertion", assertion);
      expect((await refreshBadge(created.id)).data).toMatchObject({
        revoked: false,
        verification_status: { verified: true },
      });
    },
  );

  it("200: checks a signed badge by its own content, its key and the revocation list", async () => {
    const keys = generateRsaKeys();
    const { assertion, issuer } = publishBadge(site, earner.email);
    site.put("/issuer", { ...issuer, publicKey: [site.at("/key")], revocationList: site.at("/revoked") });
    site.put("/key", {
      id: site.at("/key"),
      owner: site.at("/issuer"),
      publicKeyPem: exportPem(keys.publicKey),
    });
    site.put("/revoked", { revokedAssertions: [] });
    const verification = { type: "SignedBadge", creator: site.at("/key") };
    const id = `urn:uuid:${nextSerial()}`;
    const created = await importBadge({
      assertion: signAssertion({ ...assertion, id, verification }, keys.privateKey),
    });
    expect((await refreshBadge(created.id)).data.verification_status.verified).toBe(true);
    site.put("/revoked", { revokedAssertions: [id] });
    expect((await refreshBadge(created.id)).data).toMatchObject({
      revoked: true,
      verification_status: { verified: false },
    });
  });

  it("200: checks a badge with a proof but without a web address by its own content, its key and its status", async () => {
    const keys = await createIssuerKeys();
    const { site: foreign, did } = await startForeignIssuer(keys);
    const list = foreign.at("/list");
    const publishList = async (encodedList: string) => {
      const document = buildList();
      const credentialSubject = { ...(document.credentialSubject as Json), encodedList };
      foreign.put(
        "/list",
        await signForeign({ ...document, id: list, issuer: did, credentialSubject }, "eddsa-jcs-2022", keys),
      );
    };
    const { credentialSubject, ...badge } = buildForeignBadge(did, withEntry(list));
    const recipient = { type: "IdentityObject", identityType: "emailAddress", hashed: false };
    const identifier = [{ ...recipient, identityHash: earner.email }];
    const assertion = await signForeign(
      { ...badge, credentialSubject: { ...credentialSubject, identifier } },
      "eddsa-rdfc-2022",
      keys,
    );
    await publishList(encodeList([]));
    const created = await importBadge({ assertion });
    expect(created).toMatchObject({ badge_url: null, verification_status: { verified: true } });
    expect((await refreshBadge(created.id)).data).toMatchObject({
      revoked: false,
      verification_status: { verified: true },
    });
    await publishList(encodeList([7]));
    expect((await refreshBadge(created.id)).data).toMatchObject({
      revoked: true,
      verification_status: { verified: false },
    });
    await publishList(encodeList([]));
    expect((await refreshBadge(created.id)).data).toMatchObject({
      revoked: false,
      verification_status: { verified: true },
    });
  });

  it("200: works after the address that it names has left the account", async () => {
    const { id, email } = await confirmAddress(earner, `left-${nextSerial()}@example.org`);
    publishBadge(site, email);
    const created = await importBadge({ url: site.at("/assertion") });
    await earner.client.delete(`/emails/${id}`);
    expect((await refreshBadge(created.id)).status).toBe(200);
  });

  it.each([
    ["not_reached", (): void => site.put("/assertion", (request) => void request.socket.destroy())],
    ["not_found", (): void => site.put("/assertion", 404)],
    ["unreadable_badge", (): void => site.put("/assertion", "gone")],
    ["another_badge", (): void => void publishBadge(site, earner.email, { id: "urn:uuid:other" })],
    ["not_recipient", (): void => void publishBadge(site, "somebody@example.org")],
    ["incomplete_badge", (): void => void publishBadge(site, earner.email, { issuedOn: "x" })],
  ])("422: %s; nothing changes", async (code, change) => {
    publishBadge(site, earner.email);
    const { id } = await importBadge({ url: site.at("/assertion") });
    change();
    const before = await digestTables();
    const { status, data } = await refreshBadge(id);
    expect([status, data.code]).toEqual([422, code]);
    expect(await digestTables()).toEqual(before);
  });

  it("422: badges that were typed in, and badges without a URL", async () => {
    const { assertion, badgeClass, issuer } = publishBadge(site, earner.email);
    const badge = { ...badgeClass, issuer };
    for (const body of [
      { badge: { badge_name: "First aid", issuer_name: "Red Cross", badge_id: site.at("/assertion") } },
      { assertion: { ...assertion, id: "urn:uuid:x", badge } },
    ]) {
      const { id } = await importBadge(body);
      const requestCount = site.requests.length;
      const { status, data } = await refreshBadge(id);
      expect([status, data.code]).toEqual([422, "not_refreshable"]);
      expect(site.requests).toHaveLength(requestCount);
    }
  });

  it("of two concurrent refreshes, the one that started later wins, whichever ends first", async () => {
    const { assertion } = publishBadge(site, earner.email);
    const { id } = await importBadge({ url: site.at("/assertion") });
    const clock = stopClock();
    const { opened, open } = createGate();
    let isFirst = true;
    site.put("/assertion", (_request, response) => {
      const answer = (expires: string) => response.end(JSON.stringify({ ...assertion, expires }));
      if (!isFirst) return void answer("2040-01-01");
      isFirst = false;
      void opened.then(() => answer("2030-01-01"));
    });
    clock.advance(1_000);
    const slow = refreshBadge(id);
    await until("the first to be under way", () => !isFirst);
    clock.advance(1_000);
    expect((await refreshBadge(id)).data.expires_at_date).toBe("2040-01-01");
    open();
    const { status, data } = await slow;
    expect([status, data.expires_at_date]).toEqual([200, "2040-01-01"]);
  });

  it("404: a badge that is deleted meanwhile", async () => {
    const { assertion } = publishBadge(site, earner.email);
    const { id } = await importBadge({ url: site.at("/assertion") });
    const { opened, open } = createGate();
    const requestCount = site.requests.length;
    site.put(
      "/assertion",
      (_request, response) => void opened.then(() => response.end(JSON.stringify(assertion))),
    );
    const refreshing = refreshBadge(id);
    await until("it to be under way", () => site.requests.length > requestCount);
    await earner.client.delete(`/external_badges/${id}`);
    open();
    expect((await refreshing).status).toBe(404);
  });
});

describe("merging two accounts", () => {
  async function mergeAccounts(survivor: TestEarner, source: TestEarner) {
    const { id, token } = await claimAddress(survivor, source.email);
    return survivor.client.post("/merge", { email_id: id, token });
  }

  it("moves the badges; of a badge in both accounts the most recently checked copy stays, private if either was", async () => {
    const source = await createEarner();
    const both = { recipient: hashed(earner.email) };
    const importHosted = async (path: string, by: TestEarner) => {
      const { assertion } = publishBadge(site, by.email, {
        ...both,
        id: site.at(path),
        recipient: hashed(by.email),
      });
      site.put(path, assertion);
      return importBadge({ url: site.at(path) }, by);
    };
    const [older, newer] = [await importHosted("/a/1", source), await importHosted("/a/1", earner)];
    const [hidden, newest] = [await importHosted("/a/2", earner), await importHosted("/a/2", source)];
    const only = await importHosted("/a/3", source);
    const typedIn = { badge: { badge_name: "First aid", issuer_name: "Red Cross" } };
    const [one, other] = [await importBadge(typedIn, source), await importBadge(typedIn)];
    await earner.client.patch(`/external_badges/${hidden.id}`, { public: false });
    const { status, data } = await mergeAccounts(earner, source);
    expect(status, JSON.stringify(data)).toBe(200);
    const { data: kept } = await earner.client.get("/external_badges");
    const shown = Object.fromEntries(kept.map(({ id, public: isPublic }: Json) => [String(id), isPublic]));
    expect(shown).toEqual({
      [newer.id]: true,
      [newest.id]: false,
      [only.id]: true,
      [one.id]: true,
      [other.id]: true,
    });
    expect(kept.map(({ id }: Json) => id)).not.toContain(older.id);
  });

  it("at the same moment as an import: neither fails, and the badge exists once", async () => {
    for (let round = 0; round < 3; round += 1) {
      const [survivor, source] = [await createEarner(), await createEarner()];
      const path = `/a/${nextSerial()}`;
      const { assertion } = publishBadge(site, survivor.email, { id: site.at(path) });
      site.put(path, assertion);
      await importBadge({ url: site.at(path) }, survivor);
      site.put(path, { ...assertion, recipient: hashed(source.email) });
      const { id, token } = await claimAddress(survivor, source.email);
      const [merged, added] = await Promise.all([
        survivor.client.post("/merge", { email_id: id, token }),
        source.client.post("/external_badges", { url: site.at(path) }),
      ]);
      expect(merged.status, JSON.stringify(merged.data)).toBe(200);
      expect([201, 401, 404, 422]).toContain(added.status);
      expect((await survivor.client.get("/external_badges")).metadata.total_count).toBe(1);
    }
  });
});
