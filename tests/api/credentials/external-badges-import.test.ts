import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import sharp from "sharp";
import { getImageBytes } from "@/lib/art/images/service";
import { nextSerial } from "../../support/builders";
import { ORIGIN } from "../../support/http/client";
import { bakeToDataUrl, buildPng, TEXT_KINDS, buildTextChunk } from "../../support/credentials/baked-badges";
import { publishBadge, startSite, trustTestSites, type Site } from "../../support/credentials/badge-site";
import { confirmAddress, createEarner, type TestEarner } from "../../support/accounts/earners";
import { createCredentialIssuer } from "../../support/credentials/sent-credentials";
import { stopClock } from "../../support/delivery/outbox";
import {
  hashed,
  signAssertion,
  buildOpenBadge,
  exportPem,
  generateRsaKeys,
} from "../../support/credentials/open-badges";

type Json = Record<string, unknown>;

let earner: TestEarner;
let site: Site;

beforeEach(async () => {
  trustTestSites();
  earner = await createEarner();
  site = await startSite();
});

afterEach(() => void vi.restoreAllMocks());

const requestImport = (body: Json, by = earner) => by.client.post("/external_badges", body);

/** Imports a badge. Fails unless the import succeeds. */
async function importBadge(body: Json) {
  const { status, data } = await requestImport(body);
  expect(status, JSON.stringify(data)).toBe(201);
  return data;
}

const fetchStoredImage = async (imageUrl: string): Promise<Buffer> => {
  expect(imageUrl).toMatch(new RegExp(`^${ORIGIN}/images/[0-9a-f-]+/image.png$`));
  return Buffer.from(await getImageBytes(imageUrl.split("/").at(-2) ?? ""));
};

const readFirstPixel = async (image: Buffer): Promise<number | undefined> =>
  (await sharp(image).removeAlpha().raw().toBuffer())[0];

const isVerified = async (body: Json): Promise<boolean> =>
  (await importBadge(body)).verification_status.verified;

describe("POST /me/external_badges with a URL", () => {
  it("201: a hosted assertion, verified, with the fields of an OpenBadge and no others", async () => {
    publishBadge(site, earner.email, { licenseNumber: "L-7" });
    const started = new Date().toISOString();
    const { status, data, headers } = await requestImport({ url: site.at("/assertion#here") });
    expect(status, JSON.stringify(data)).toBe(201);
    const { id, refreshed_at, created_at, ...rest } = data;
    expect(headers.get("location")).toBe(`${ORIGIN}/v1/me/external_badges/${id}`);
    expect(refreshed_at >= started && created_at >= refreshed_at).toBe(true);
    expect(rest).toEqual({
      type: "OpenBadge",
      public: true,
      revoked: false,
      badge_name: "Data Analysis",
      badge_description: "Reads numbers.",
      issuer_name: "Open University",
      issued_at: "2026-03-02T04:30:00.000Z",
      issued_at_date: "2026-03-01",
      expires_at: "2036-03-01T00:00:00.000Z",
      expires_at_date: "2036-03-01",
      badge_url: site.at("/assertion"),
      badge_id: site.at("/assertion"),
      credly_record_id: id,
      skills: [{ name: "Statistics" }, { name: "SQL" }],
      verification_status: { verified: true },
      image_url: null,
      badge_criteria: { id: site.at("/criteria"), narrative: "Pass the **exam**." },
      credential_number: "L-7",
      badge_version: "2.0",
    });
    expect(site.requests).toEqual(["/assertion", "/class", "/issuer"]);
    expect((await earner.client.get(`/external_badges/${id}`)).data).toEqual(data);
  });

  it("201: a page that links to an assertion; the badge then links to that page", async () => {
    publishBadge(site, earner.email);
    const link = '<link rel="alternate" type="application/ld+json" href="/assertion">';
    site.put("/page", `<!doctype html><html><head>${link}</head><body>Badge</body></html>`);
    const data = await importBadge({ url: site.at("/page") });
    expect(data).toMatchObject({ badge_url: site.at("/page"), badge_id: site.at("/assertion") });
    expect(data.verification_status).toEqual({ verified: true });
    await earner.client.delete(`/external_badges/${data.id}`);
    const blog = await startSite();
    blog.put("/page", link.replace("/assertion", site.at("/assertion")));
    expect((await importBadge({ url: blog.at("/page") })).badge_url).toBe(site.at("/assertion"));
  });

  it("201: a baked image, whose picture is not the issuer's: it is never shown for a verified badge", async () => {
    const { assertion, badgeClass } = publishBadge(site, earner.email);
    const address = buildTextChunk("iTXt", "openbadges", site.at("/assertion"));
    site.put("/badge.png", buildPng([address], [700, 700], 20));
    site.put("/picture.png", buildPng([buildTextChunk("tEXt", "Comment", "secret")], [700, 700], 200));
    const bare = await importBadge({ url: site.at("/badge.png") });
    expect([bare.verification_status.verified, bare.image_url]).toEqual([true, null]);
    await earner.client.delete(`/external_badges/${bare.id}`);
    site.put("/class", { ...badgeClass, image: site.at("/picture.png") });
    const shown = await fetchStoredImage((await importBadge({ url: site.at("/badge.png") })).image_url);
    expect(await readFirstPixel(shown)).toBe(200);
    expect(await sharp(shown).metadata()).toMatchObject({ format: "png", width: 600, height: 600 });
    expect(shown.includes("secret")).toBe(false);
    site.put("/class", badgeClass);
    const own = { ...assertion, id: "urn:uuid:own" };
    const unverified = await importBadge({ image: bakeToDataUrl(JSON.stringify(own)) });
    expect(await readFirstPixel(await fetchStoredImage(unverified.image_url))).toBe(128);
  });

  it("201: the picture of the assertion or else of its class, as URL or data URL; none when it cannot be fetched", async () => {
    const picture = buildPng([], [8, 8], 77);
    site.put("/picture.png", picture);
    const dataUrl = `data:image/png;base64,${picture.toString("base64")}`;
    const pictures: [Json, Json, boolean][] = [
      [{ image: site.at("/picture.png") }, {}, true],
      [{ image: { id: site.at("/picture.png"), caption: "x" } }, {}, true],
      [{}, { image: dataUrl }, true],
      [{}, { image: site.at("/missing.png") }, false],
      [{}, { image: site.at("/class") }, false],
      [{}, { image: "javascript:alert(1)" }, false],
    ];
    for (const [ofAssertion, ofClass, isThere] of pictures) {
      const { badgeClass } = publishBadge(site, earner.email, ofAssertion);
      site.put("/class", { ...badgeClass, ...ofClass });
      const data = await importBadge({ url: site.at("/assertion") });
      expect(data.image_url === null, JSON.stringify([ofAssertion, ofClass])).toBe(!isThere);
      await earner.client.delete(`/external_badges/${data.id}`);
    }
  });

  it("201: an expired badge is not verified; one that expires later is not verified from then on", async () => {
    publishBadge(site, earner.email, { expires: "2026-04-01" });
    expect(await isVerified({ url: site.at("/assertion") })).toBe(false);
    const path = `/external_badges/${(await importBadge({ assertion: publishBadge(await startSite(), earner.email).assertion })).id}`;
    const clock = stopClock(new Date("2036-02-29T23:59:59Z"));
    expect((await earner.client.get(path)).data.verification_status).toEqual({ verified: true });
    clock.advance(1_000);
    expect((await earner.client.get(path)).data.verification_status).toEqual({ verified: false });
  });

  it("201: a badge that is valid later is verified from then on", async () => {
    publishBadge(site, earner.email, { issuedOn: "2035-02-28T00:00:00Z", expires: undefined });
    // The date of issue of Open Badges 2 is no start.
    expect(await isVerified({ url: site.at("/assertion") })).toBe(true);
    const validFrom = "2035-02-28T00:00:00Z";
    const { id, verification_status: status } = await importBadge({
      assertion: await createCredentialIssuer(site).sign(earner.email, { validFrom }),
    });
    expect(status).toEqual({ verified: false });
    stopClock(new Date("2035-02-28T00:00:00Z"));
    const { data } = await earner.client.get(`/external_badges/${id}`);
    expect(data.verification_status).toEqual({ verified: true });
  });

  it("201: over plain http, where that is allowed, but never verified", async () => {
    const plain = await startSite("http");
    publishBadge(plain, earner.email);
    expect(await isVerified({ url: plain.at("/assertion") })).toBe(false);
  });
});

describe("POST /me/external_badges with an assertion", () => {
  it("201: the document at its own URL takes precedence", async () => {
    const { assertion } = publishBadge(site, earner.email);
    const forged = { ...assertion, expires: "2099-01-01", recipient: hashed("mallory@example.org") };
    const data = await importBadge({ assertion: forged });
    expect(data).toMatchObject({ expires_at_date: "2036-03-01", verification_status: { verified: true } });
    expect(site.requests).toEqual(["/assertion", "/class", "/issuer"]);
  });

  it("201: as text, with embedded class and issuer, without a URL: not verified", async () => {
    const { assertion, badgeClass, issuer } = buildOpenBadge(site.origin, earner.email);
    const whole = {
      ...assertion,
      id: `urn:uuid:${nextSerial()}`,
      badge: { ...badgeClass, id: undefined, issuer: { ...issuer, id: undefined } },
    };
    const data = await importBadge({ assertion: JSON.stringify(whole) });
    expect(data).toMatchObject({ badge_id: whole.id, badge_url: null, issuer_name: "Open University" });
    expect(data.verification_status).toEqual({ verified: false });
    expect(site.requests).toEqual([]);
  });

  it("201: not verified when its URL is unreachable or serves another assertion", async () => {
    const { badgeClass, issuer } = buildOpenBadge(site.origin, earner.email);
    for (const [path, content] of [
      ["/away", 503],
      ["/none", 404],
      ["/page", "<html></html>"],
      ["/other", { ...buildOpenBadge(site.origin, earner.email).assertion, id: site.at("/elsewhere") }],
    ] as const) {
      site.put(path, content);
      const badge = { ...badgeClass, issuer };
      const { assertion } = buildOpenBadge(site.origin, earner.email, { id: site.at(path), badge });
      expect(await isVerified({ assertion }), path).toBe(false);
    }
  });

  it("201: an embedded class is accepted when its issuer confirms it; the issuer is fetched itself", async () => {
    const { assertion, badgeClass, issuer } = buildOpenBadge(site.origin, earner.email);
    const whole = { ...assertion, badge: { ...badgeClass, issuer } };
    const verification = { startsWith: [site.at("/assertion"), site.at("/class")] };
    for (const profile of [issuer, { ...issuer, verification }]) {
      const { length } = site.requests;
      site.put("/assertion", whole);
      site.put("/issuer", profile);
      const data = await importBadge({ url: site.at("/assertion") });
      expect(data.verification_status).toEqual({ verified: true });
      expect(site.requests.slice(length)).toEqual(["/assertion", "/issuer"]);
      await earner.client.delete(`/external_badges/${data.id}`);
    }
    site.put("/issuer", { ...issuer, verification: { startsWith: [site.at("/assertion")] } });
    site.put("/class", { ...badgeClass, name: "Its own words" });
    const data = await importBadge({ url: site.at("/assertion") });
    expect(data).toMatchObject({ badge_name: "Its own words", verification_status: { verified: true } });
    expect(site.requests.slice(-3)).toEqual(["/assertion", "/issuer", "/class"]);
  });

  it.each([404, 503, "<html></html>", "{}"])(
    "201, not verified: the issuer's profile is unavailable (%s)",
    async (away) => {
      const { assertion, badgeClass, issuer } = buildOpenBadge(site.origin, earner.email);
      site.put("/assertion", { ...assertion, badge: { ...badgeClass, issuer } });
      site.put("/issuer", away);
      const data = await importBadge({ url: site.at("/assertion") });
      expect(data).toMatchObject({
        issuer_name: "Open University",
        verification_status: { verified: false },
      });
    },
  );

  it.each([
    ["plain", (email: string) => ({ type: "email", hashed: false, identity: email.toUpperCase() })],
    ["SHA-256", (email: string) => hashed(email)],
    ["MD5", (email: string) => hashed(email, "md5", "")],
  ])("201: the recipient may be %s, and any confirmed address of the earner", async (_kind, recipient) => {
    const { email } = await confirmAddress(earner, `second-${nextSerial()}@example.org`);
    publishBadge(site, email, { recipient: recipient(email) });
    expect(await isVerified({ url: site.at("/assertion") })).toBe(true);
  });

  it("422: an address that the earner claimed but did not confirm", async () => {
    const email = `claimed-${nextSerial()}@example.org`;
    await earner.client.post("/emails", { email });
    publishBadge(site, email);
    const { status, data } = await requestImport({ url: site.at("/assertion") });
    expect([status, data.code, data.errors[0].field]).toEqual([422, "not_recipient", "recipient"]);
  });
});

describe("POST /me/external_badges with an image", () => {
  it.each(TEXT_KINDS)("201: an assertion or its URL, baked as %s", async (kind) => {
    const { assertion } = publishBadge(site, earner.email);
    expect(await isVerified({ image: bakeToDataUrl(JSON.stringify(assertion), kind) })).toBe(true);
    const again = await requestImport({ image: bakeToDataUrl(site.at("/assertion"), kind) });
    expect([again.status, again.data.code]).toEqual([422, "already_in_wallet"]);
  });

  it("422: not a PNG, not baked, and text that is not a badge", async () => {
    const pictures = [
      buildPng().toString("base64"),
      "no base64!",
      "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>",
      bakeToDataUrl("just a text"),
      bakeToDataUrl('{"a":1}'),
      bakeToDataUrl("[]"),
    ];
    for (const image of pictures) {
      const { status, data } = await requestImport({ image });
      expect([status, data.errors[0].field], image.slice(0, 60)).toEqual([422, "image"]);
    }
  });
});

describe("a signed badge", () => {
  const keys = generateRsaKeys();

  /** A signed assertion on the site's documents, with key and issuer modified by `changes`. */
  function signDocument({ key = {}, issuer = {}, assertion = {} }: Record<string, Json> = {}): string {
    const id = `urn:uuid:${nextSerial()}`;
    const verification = { type: "SignedBadge", creator: site.at("/key") };
    const documents = publishBadge(site, earner.email);
    site.put("/issuer", { ...documents.issuer, publicKey: site.at("/key"), ...issuer });
    site.put("/key", {
      id: site.at("/key"),
      owner: site.at("/issuer"),
      publicKeyPem: exportPem(keys.publicKey),
      ...key,
    });
    return signAssertion({ ...documents.assertion, id, verification, ...assertion }, keys.privateKey);
  }

  it("201: verified by the key that its issuer names, baked or pasted", async () => {
    const data = await importBadge({ image: bakeToDataUrl(signDocument()) });
    expect(data).toMatchObject({ badge_url: null, badge_name: "Data Analysis" });
    expect(data.badge_id).toMatch(/^urn:uuid:/);
    expect(data.verification_status).toEqual({ verified: true });
    expect(await isVerified({ assertion: signDocument() })).toBe(true);
    const { badgeClass } = buildOpenBadge(site.origin, earner.email);
    expect(
      await isVerified({
        assertion: signDocument({ assertion: { badge: { ...badgeClass, id: undefined } } }),
      }),
    ).toBe(true);
  });

  it("201: not verified when the key is unavailable, belongs to another issuer, or is not named by the issuer", async () => {
    const pem = exportPem(keys.publicKey);
    for (const changes of [
      { issuer: { publicKey: site.at("/another") } },
      { issuer: { publicKey: undefined } },
      { key: { owner: site.at("/somebody") } },
      { key: { publicKeyPem: "none" } },
      { issuer: { publicKey: { id: site.at("/key"), owner: "https://x.example/", publicKeyPem: pem } } },
      { issuer: { revocationList: site.at("/missing") } },
      { assertion: { verification: { type: "SignedBadge" } } },
    ]) {
      expect(
        await isVerified({ assertion: signDocument(changes as Record<string, Json>) }),
        JSON.stringify(changes),
      ).toBe(false);
    }
    const text = signDocument();
    site.put("/key", 503);
    expect(await isVerified({ assertion: text })).toBe(false);
  });

  it("422: a signature that is not the issuer's; 422: one that the issuer's revocation list names", async () => {
    const [header, , signature] = signDocument().split(".");
    const { assertion } = buildOpenBadge(site.origin, earner.email, {
      verification: { type: "SignedBadge", creator: site.at("/key") },
    });
    const payload = Buffer.from(JSON.stringify(assertion)).toString("base64url");
    const forged = await requestImport({ image: bakeToDataUrl(`${header}.${payload}.${signature}`) });
    expect([forged.status, forged.data.code]).toEqual([422, "bad_signature"]);
    for (const revokedAssertions of [["urn:uuid:gone"], [{ id: "urn:uuid:gone", revocationReason: "x" }]]) {
      site.put("/revoked", { type: "RevocationList", revokedAssertions });
      const text = signDocument({
        issuer: { revocationList: site.at("/revoked") },
        assertion: { id: "urn:uuid:gone" },
      });
      const { status, data } = await requestImport({ assertion: text });
      expect([status, data.code]).toEqual([422, "revoked"]);
    }
    const other = signDocument({ issuer: { revocationList: site.at("/revoked") } });
    expect(await isVerified({ assertion: other })).toBe(true);
  });
});
