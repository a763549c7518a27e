import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { takeLookup } from "@/lib/credentials/external-badges/lookup";
import { newId } from "@/lib/kernel/ids";
import { createTestOrganization, nextSerial } from "../../support/builders";
import { bakeToDataUrl } from "../../support/credentials/baked-badges";
import { publishBadge, startSite, trustTestSites } from "../../support/credentials/badge-site";
import { basicHeaders, send, sortedStatuses } from "../../support/http/client";
import { digestTables, sql } from "../../support/platform/database";
import { createEarner, type TestEarner } from "../../support/accounts/earners";
import { createGate } from "../../support/delivery/webhook-receiver";
import { until } from "../../support/until";

type Json = Record<string, unknown>;

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let earner: TestEarner;

beforeEach(async () => {
  trustTestSites();
  earner = await createEarner();
});

afterEach(() => void vi.restoreAllMocks());

const typedBadge = (changes: Json = {}) => ({
  badge: { badge_name: `First aid ${nextSerial()}`, issuer_name: "Red Cross", ...changes },
});
const requestImport = (body: Json = typedBadge(), by = earner, headers = {}) =>
  by.client.post("/external_badges", body, headers);

async function importBadge(body?: Json, by?: TestEarner) {
  const { status, data } = await requestImport(body, by);
  expect(status, JSON.stringify(data)).toBe(201);
  return data;
}

const countImages = async (): Promise<number> =>
  Number((await sql("SELECT count(*)::int AS count FROM images"))[0]?.count);

describe("POST /me/external_badges with a badge that is typed in", () => {
  it("201: creates an EmulatedBadge with its fields and no others, never verified", async () => {
    const data = await importBadge({
      badge: {
        badge_name: " First aid ",
        issuer_name: "Red Cross",
        recipient_name: "Mara Lind",
        description: "Two days.",
        skills: ["First aid", { name: "Calm" }, "First aid"],
        issued_at_date: "2026-02-28T23:00:00-05:00",
        expires_at_date: "2028-02-28",
        badge_url: "https://redcross.example/7",
        badge_id: "RC-7",
        image: PIXEL,
        ai_influence: { ai_influenced: true },
        verified: true,
        type: "OpenBadge",
        user_id: newId(),
      },
    });
    const { id, refreshed_at, created_at, image_url, ...rest } = data;
    expect([typeof refreshed_at, typeof created_at]).toEqual(["string", "string"]);
    expect(image_url).toContain("/images/");
    expect(rest).toEqual({
      type: "EmulatedBadge",
      public: true,
      revoked: false,
      badge_name: "First aid",
      badge_description: "Two days.",
      issuer_name: "Red Cross",
      issued_at_date: "2026-02-28",
      expires_at_date: "2028-02-28",
      badge_url: "https://redcross.example/7",
      badge_id: "RC-7",
      credly_record_id: id,
      skills: [{ name: "First aid" }, { name: "Calm" }],
      verification_status: { verified: false },
      recipient_name: "Mara Lind",
      ai_influence: { ai_influenced: true },
    });
  });

  it("201: requires only name and issuer, and the same input twice creates two badges", async () => {
    const body = typedBadge();
    const [one, other] = [await importBadge(body), await importBadge(body)];
    expect(one.id).not.toBe(other.id);
    expect(one).toMatchObject({ badge_description: null, recipient_name: null, image_url: null, skills: [] });
  });

  it.each([
    [{ badge_name: undefined }, "badge.badge_name"],
    [{ badge_name: " " }, "badge.badge_name"],
    [{ issuer_name: "" }, "badge.issuer_name"],
    [{ badge_name: "x".repeat(256) }, "badge.badge_name"],
    [{ badge_url: "javascript:alert(1)" }, "badge.badge_url"],
    [{ badge_url: "https:evil.example" }, "badge.badge_url"],
    [{ badge_description: "\u0000" }, "badge.badge_description"],
    [{ skills: "First aid" }, "badge.skills"],
    [{ skills: Array.from({ length: 51 }, (_, n) => `s${n}`) }, "badge.skills"],
    [{ issued_at_date: "soon" }, "badge.issued_at_date"],
    [{ issued_at_date: "2026-02-02", expires_at_date: "2026-02-01" }, "badge.expires_at_date"],
    [{ image: "no image" }, "badge.image"],
    [{ image: { remote_upload_url: "http://127.0.0.1:1/" } }, "badge.image"],
  ])("422: %j names %s; nothing is stored", async (changes, field) => {
    const before = await digestTables();
    const { status, data } = await requestImport(typedBadge(changes));
    expect([status, data.errors[0].field]).toEqual([422, field]);
    expect(await digestTables()).toEqual(before);
  });

  it("422: none of the four kinds of input, or two of them; 413: more than 10 MiB", async () => {
    for (const body of [
      {},
      { url: null },
      { ...typedBadge(), url: "https://example.org/" },
      { url: "", image: "" },
    ]) {
      const { status, data } = await requestImport(body);
      expect([status, data.code]).toEqual([422, "validation_failed"]);
    }
    for (const body of [{ url: "ftp://example.org/" }, { assertion: 7 }, { assertion: [] }, { badge: "x" }]) {
      expect((await requestImport(body)).status).toBe(422);
    }
    expect((await requestImport({ image: "A".repeat(10 * 1024 * 1024) })).status).toBe(413);
  });

  it("422: a full wallet", async () => {
    await sql(
      `INSERT INTO external_badges (id, user_id, type, badge_name, refreshed_at)
       SELECT gen_random_uuid(), $1, 'EmulatedBadge', 'B' || n, now() FROM generate_series(1, 999) AS n`,
      [earner.id],
    );
    const responses = await Promise.all(Array.from({ length: 5 }, () => requestImport()));
    expect(sortedStatuses(responses)).toEqual([201, 422, 422, 422, 422]);
    expect((await requestImport()).data.code).toBe("wallet_full");
  });

  it("401: any credential except the session; 403: from another site", async () => {
    const organization = await createTestOrganization();
    const path = "/v1/me/external_badges";
    const token = { ...basicHeaders(organization.authorization_token) };
    expect((await send("POST", path, { headers: token, body: typedBadge() })).status).toBe(401);
    const headers = { cookie: earner.cookie, origin: "https://evil.example" };
    expect((await send("POST", path, { headers, body: typedBadge() })).status).toBe(403);
  });
});

describe("the limit on imports", () => {
  it("429: after 300 an hour, per person", async () => {
    const { id } = await importBadge();
    for (let taken = 1; taken < 300; taken += 1) await takeLookup(earner.id);
    const { status, headers } = await requestImport();
    expect([status, Number(headers.get("retry-after")) > 3_000]).toEqual([429, true]);
    expect((await requestImport({ url: "https://receiver.test:1/" })).status).toBe(429);
    expect((await earner.client.get(`/external_badges/${id}`)).status).toBe(200);
    await importBadge(typedBadge(), await createEarner());
  });
});

describe("the same badge twice", () => {
  it("422: for one person, whatever way it was imported; 201: for two people", async () => {
    const site = await startSite();
    const { assertion } = publishBadge(site, earner.email);
    await importBadge({ url: site.at("/assertion") });
    const before = await countImages();
    for (const body of [
      { url: `${site.at("/assertion")}#again` },
      { assertion: { ...assertion, issuedOn: "2020-01-01" } },
      { image: bakeToDataUrl(site.at("/assertion")) },
    ]) {
      const { status, data } = await requestImport(body);
      expect([status, data.code]).toEqual([422, "already_in_wallet"]);
      expect(data.message).toContain("already in your wallet");
    }
    expect(await countImages()).toBe(before);
    const other = await createEarner();
    publishBadge(site, other.email);
    await importBadge({ url: site.at("/assertion") }, other);
  });

  it("422: without a URL the content is compared, in any order of keys", async () => {
    const { assertion, badgeClass, issuer } = publishBadge(await startSite(), earner.email);
    const whole: Json = {
      ...assertion,
      id: undefined,
      badge: { ...badgeClass, id: undefined, issuer: { ...issuer, id: undefined } },
    };
    const reversed = Object.fromEntries(Object.entries(whole).toReversed());
    await importBadge({ assertion: whole });
    expect((await requestImport({ assertion: reversed })).data.code).toBe("already_in_wallet");
    await importBadge({ assertion: { ...whole, issuedOn: "2026-01-01" } });
  });

  it("422: all but one of many concurrent imports; no image of theirs remains", async () => {
    const site = await startSite();
    publishBadge(site, earner.email, { image: `data:image/png;base64,${PIXEL}` });
    const before = await countImages();
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => requestImport({ url: site.at("/assertion") })),
    );
    expect(sortedStatuses(responses)).toEqual([201, ...Array<number>(7).fill(422)]);
    expect((await earner.client.get("/external_badges")).metadata.total_count).toBe(1);
    expect(await countImages()).toBe(before + 1);
  });
});

describe("Idempotency-Key", () => {
  it("replays the response without contacting the other service again", async () => {
    const site = await startSite();
    publishBadge(site, earner.email);
    const key = { "idempotency-key": `wallet-${nextSerial()}` };
    const first = await requestImport({ url: site.at("/assertion") }, earner, key);
    expect(first.status).toBe(201);
    site.put("/assertion", 500);
    const requestCount = site.requests.length;
    const second = await requestImport({ url: site.at("/assertion") }, earner, key);
    expect([second.status, second.data]).toEqual([201, first.data]);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(site.requests).toHaveLength(requestCount);
    expect((await requestImport({ url: site.at("/other") }, earner, key)).data.code).toBe(
      "idempotency_key_reused",
    );
  });

  it("holds no database connection while the other service is slow", async () => {
    const site = await startSite();
    const { assertion } = publishBadge(site, earner.email);
    const { opened, open } = createGate();
    site.put(
      "/assertion",
      (_request, response) => void opened.then(() => response.end(JSON.stringify(assertion))),
    );
    const keys = Array.from({ length: 12 }, () => ({ "idempotency-key": `slow-${nextSerial()}` }));
    const responses = keys.map((key) => requestImport({ url: site.at("/assertion") }, earner, key));
    await until("all of them to wait", () => site.requests.length === keys.length);
    const [row] = await sql(
      "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in %'",
    );
    open();
    expect(row).toEqual({ count: 0 });
    expect(sortedStatuses(await Promise.all(responses))).toEqual([201, ...Array<number>(11).fill(422)]);
  });
});

describe("GET /me/external_badges", () => {
  it("200: the earner's own badges, newest first, paginated", async () => {
    const ids = [];
    for (let index = 0; index < 3; index += 1) ids.unshift((await importBadge()).id);
    await importBadge(typedBadge(), await createEarner());
    const { status, data, metadata } = await earner.client.get("/external_badges?per=2");
    expect([status, metadata.total_count, metadata.total_pages]).toEqual([200, 3, 2]);
    const rest = await earner.client.get("/external_badges?per=2&page=2");
    expect([...data, ...rest.data].map(({ id }: { id: string }) => id)).toEqual(ids);
    expect((await earner.client.get("/external_badges?sort=name")).status).toBe(400);
    expect((await earner.client.get("/external_badges?page=0")).status).toBe(400);
  });
});

describe.each(["GET", "PATCH", "DELETE", "POST"] as const)("%s /me/external_badges/{id}", (method) => {
  const callBadge = (by: TestEarner, id: string) => {
    const path = `/v1/me/external_badges/${id}${method === "POST" ? "/refresh" : ""}`;
    return send(method, path, {
      headers: by.headers,
      ...(method === "PATCH" ? { body: { public: false } } : {}),
    });
  };

  it("404: another earner's, unknown and malformed ids; nothing changes", async () => {
    const { id } = await importBadge();
    const other = await createEarner();
    const before = await digestTables();
    for (const wrong of [id, newId(), "x", "%00"]) expect((await callBadge(other, wrong)).status).toBe(404);
    expect(await digestTables()).toEqual(before);
  });
});

describe("PATCH /me/external_badges/{id}", () => {
  it("200: hides it and shows it again; no other field can be changed", async () => {
    const created = await importBadge();
    const path = `/external_badges/${created.id}`;
    for (const isPublic of [false, false, true]) {
      const { status, data } = await earner.client.patch(path, {
        public: isPublic,
        badge_name: "Other",
        verified: true,
      });
      expect([status, data]).toEqual([200, { ...created, public: isPublic }]);
    }
    for (const body of [{}, { public: "perhaps" }, { public: null }]) {
      expect((await earner.client.patch(path, body)).status).toBe(422);
    }
  });
});

describe("DELETE /me/external_badges/{id}", () => {
  it("204: deletes it with its image, once", async () => {
    const before = await countImages();
    const { id } = await importBadge(typedBadge({ image: PIXEL }));
    expect(await countImages()).toBe(before + 1);
    const responses = await Promise.all(
      Array.from({ length: 3 }, () => earner.client.delete(`/external_badges/${id}`)),
    );
    expect(sortedStatuses(responses)).toEqual([204, 404, 404]);
    expect(await countImages()).toBe(before);
    expect((await earner.client.get(`/external_badges/${id}`)).status).toBe(404);
  });

  it("is deleted together with the account, including its image", async () => {
    const before = await countImages();
    await importBadge(typedBadge({ image: PIXEL }));
    await sql("DELETE FROM users WHERE id = $1", [earner.id]);
    expect(await countImages()).toBe(before);
  });
});
