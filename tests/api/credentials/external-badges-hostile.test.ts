import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as outbound from "@/lib/platform/outbound/send";
import { buildHugePng, buildPng, buildTextChunk } from "../../support/credentials/baked-badges";
import { publishBadge, startSite, trustTestSites, type Site } from "../../support/credentials/badge-site";
import { send } from "../../support/http/client";
import { digestTables } from "../../support/platform/database";
import { createEarner, type TestEarner } from "../../support/accounts/earners";
import { hashed, signAssertion, exportPem, generateRsaKeys } from "../../support/credentials/open-badges";
import { respondEndlessly, neverRespond } from "../../support/platform/outbound-certificates";

type Json = Record<string, unknown>;

let earner: TestEarner;
let site: Site;

beforeEach(async () => {
  trustTestSites();
  earner = await createEarner();
  site = await startSite();
});

afterEach(() => void vi.restoreAllMocks());

const importBadge = (body: Json) => earner.client.post("/external_badges", body);

/** Checks that a refused import leaves nothing behind. Returns the code and the field. */
async function expectRefused(body: Json): Promise<[string, string]> {
  const before = await digestTables();
  const { status, data } = await importBadge(body);
  expect(status, JSON.stringify(data)).toBe(422);
  expect(await digestTables()).toEqual(before);
  return [data.code, data.errors[0].field];
}

describe("a URL that leads elsewhere", () => {
  it("422: redirects are not followed, wherever they lead", async () => {
    const inner = await startSite("http");
    publishBadge(inner, earner.email);
    for (const location of [inner.at("/assertion"), "http://169.254.169.254/", "file:///etc/passwd"]) {
      site.put("/moved", (_request, response) => void response.writeHead(302, { location }).end());
      expect(await expectRefused({ url: site.at("/moved") })).toEqual(["not_reached", "url"]);
    }
    expect(inner.requests).toEqual([]);
  });

  it("422: internal addresses are not reached, however they are written", async () => {
    const inner = await startSite("http");
    const { assertion } = publishBadge(inner, earner.email);
    const real = outbound.createSender();
    vi.mocked(outbound.sendOutbound).mockImplementation((input) => real({ ...input, allowInsecure: false }));
    const link = `<link rel="alternate" type="application/json" href="${inner.at("/assertion")}">`;
    site.put("/page", link);
    const ways: Json[] = [
      { url: inner.at("/assertion") },
      { url: "https://127.0.0.1/" },
      { url: "https://2130706433/" },
      { url: "https://[::ffff:10.0.0.1]/" },
      {
        image: buildPng([buildTextChunk("iTXt", "openbadges", "https://169.254.169.254/latest")]).toString(
          "base64",
        ),
      },
      { assertion },
    ];
    for (const body of ways) expect((await expectRefused(body))[0], JSON.stringify(body)).toBe("not_reached");
    expect(inner.requests).toEqual([]);
  });

  it("422: a page that links to an internal address, or to itself", async () => {
    for (const href of ["http://127.0.0.1:1/x", "/page"]) {
      site.put("/page", `<html><link rel="alternate" type="application/json" href="${href}"></html>`);
      expect((await expectRefused({ url: site.at("/page") }))[1]).toBe("url");
    }
    expect(site.requests).toEqual(["/page", "/page", "/page"]);
  });
});

describe("a response that does not end", () => {
  it(
    "422: an endless body is aborted after 10 MiB, a document after 1 MiB",
    { timeout: 60_000 },
    async () => {
      let sent = 0;
      site.put("/endless", (_request, response) => {
        const block = Buffer.alloc(256 * 1024, " ");
        const writeMore = (): void => {
          while (!response.destroyed && response.write(block)) sent += block.length;
        };
        response.on("drain", writeMore);
        writeMore();
      });
      expect(await expectRefused({ url: site.at("/endless") })).toEqual(["not_reached", "url"]);
      expect(sent).toBeLessThan(32 * 1024 * 1024);
      const { assertion } = publishBadge(site, earner.email);
      site.put("/class", Buffer.alloc(2 * 1024 * 1024, " "));
      expect(await expectRefused({ assertion })).toEqual(["not_reached", "assertion"]);
    },
  );

  it("422: all fetches together end after ten seconds", { timeout: 60_000 }, async () => {
    const silent = await startSite();
    publishBadge(site, earner.email);
    publishBadge(silent, earner.email);
    site.put("/class", respondEndlessly);
    silent.put("/assertion", neverRespond);
    const before = await digestTables();
    const answers = await Promise.all([site, silent].map(({ at }) => importBadge({ url: at("/assertion") })));
    const refused = answers.map(({ status, data }) => [status, data.code, data.errors[0].field]);
    expect(refused).toEqual([
      [422, "not_reached", "url"],
      [422, "not_reached", "url"],
    ]);
    expect(await digestTables()).toEqual(before);
  });

  it("at most eight URLs are fetched, whatever an assertion names", async () => {
    const { assertion, badgeClass, issuer } = publishBadge(site, earner.email, {
      image: site.at("/picture"),
    });
    site.put("/class", { ...badgeClass, issuer: Array.from({ length: 50 }, () => site.at("/issuer")) });
    site.put("/issuer", { ...issuer, publicKey: Array.from({ length: 50 }, (_, n) => site.at(`/key/${n}`)) });
    expect((await importBadge({ assertion })).status).toBe(201);
    expect(site.requests).toEqual(["/assertion", "/class", "/issuer", "/picture"]);
  });
});

describe("untrusted JSON", () => {
  it("422: deeply nested, malformed, of another kind, or with impossible values", async () => {
    const { assertion } = publishBadge(site, earner.email);
    const deep = `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    const texts = [deep, "{", "[]", "null", `${deep}}`, "\uFEFFnothing", '{"id":"\\ud800"}', "{}"];
    for (const text of texts) {
      site.put("/odd", text);
      expect((await expectRefused({ url: site.at("/odd") }))[1]).toBe("url");
      expect((await expectRefused({ assertion: text }))[1]).toBe("assertion");
    }
    site.put("/odd", Buffer.from([0xff, 0xfe, 0x00]));
    expect((await expectRefused({ url: site.at("/odd") }))[0]).toBe("unreadable_badge");
    const headers = { ...earner.headers, "content-type": "application/json" };
    const nested = await send("POST", "/v1/me/external_badges", { headers, body: `{"assertion":${deep}}` });
    expect([nested.status, nested.data.code]).toEqual([422, "unreadable_badge"]);
    for (const changes of [
      { recipient: undefined },
      { recipient: { type: "url", identity: "https://example.org/me" } },
      { badge: { name: "No issuer" } },
      { badge: {} },
      { issuedOn: "soon" },
      { expires: "never" },
      { type: "OpenBadgeCredential" },
      { expires: { toString: 1 } },
    ]) {
      const own = { ...assertion, id: "urn:x", ...changes };
      expect((await expectRefused({ assertion: own }))[0], JSON.stringify(changes)).toBe("incomplete_badge");
    }
  });

  it("201: names and texts that are too long or contain invalid characters are stored after cutting and cleaning", async () => {
    const { badgeClass, issuer } = publishBadge(site, earner.email);
    site.put("/class", { ...badgeClass, name: `A\u0000${"x".repeat(400)}`, description: "\uD800 one\u0007" });
    site.put("/issuer", { ...issuer, name: { "@value": "<script>alert(1)</script>" } });
    const { status, data } = await importBadge({ url: site.at("/assertion") });
    expect(status, JSON.stringify(data)).toBe(201);
    expect(data.badge_name).toHaveLength(255);
    expect(data).toMatchObject({ badge_description: "\uFFFD one", issuer_name: "<script>alert(1)</script>" });
  });
});

describe("a badge of another person or not confirmed by its issuer", () => {
  it("422: another person's, whatever the pasted copy says, and a revoked one", async () => {
    const { assertion } = publishBadge(site, "mallory@example.org");
    expect(await expectRefused({ url: site.at("/assertion") })).toEqual(["not_recipient", "recipient"]);
    const copy = { ...assertion, recipient: hashed(earner.email) };
    expect(await expectRefused({ assertion: copy })).toEqual(["not_recipient", "recipient"]);
    const { assertion: own } = publishBadge(site, earner.email, { revoked: true });
    expect(await expectRefused({ url: site.at("/assertion") })).toEqual(["revoked", "url"]);
    expect(await expectRefused({ assertion: { ...own, revoked: false } })).toEqual(["revoked", "assertion"]);
    site.put("/assertion", 410);
    expect(await expectRefused({ url: site.at("/assertion") })).toEqual(["revoked", "url"]);
    expect(await expectRefused({ assertion: { ...own, revoked: false } })).toEqual(["revoked", "assertion"]);
  });

  it("201, not verified: class or issuer of another origin, regardless of who hosts or embeds them", async () => {
    const victim = await startSite();
    const { badgeClass, issuer } = publishBadge(victim, earner.email);
    const isVerified = async (badge: unknown): Promise<boolean> => {
      const path = `/assertion/${site.requests.length}`;
      const { assertion } = publishBadge(site, earner.email, { id: site.at(path), badge });
      site.put(path, assertion);
      const { status, data } = await importBadge({ url: site.at(path) });
      expect(status, JSON.stringify(data)).toBe(201);
      return data.verification_status.verified;
    };
    const own = publishBadge(site, earner.email).badgeClass;
    expect(await isVerified(victim.at("/class"))).toBe(false);
    expect(await isVerified({ ...badgeClass, issuer })).toBe(false);
    expect(await isVerified({ ...own, issuer: victim.at("/issuer") })).toBe(false);
    expect(await isVerified({ ...own, issuer })).toBe(false);
    expect(
      await isVerified({ ...own, issuer: { ...issuer, verification: { allowedOrigins: [site.origin] } } }),
    ).toBe(false);
    site.put("/liar", { ...issuer, verification: { allowedOrigins: [site.origin] } });
    expect(await isVerified({ ...own, issuer: site.at("/liar") })).toBe(false);
    victim.put("/issuer", { ...issuer, verification: { allowedOrigins: [new URL(site.origin).host] } });
    expect(await isVerified({ ...own, issuer: victim.at("/issuer") })).toBe(true);
  });
});

describe("an upload next to the issuer's profile, on a host where many people may write", () => {
  const isVerified = async (body: Json): Promise<boolean> => {
    const { status, data } = await importBadge(body);
    expect(status, JSON.stringify(data)).toBe(201);
    await earner.client.delete(`/external_badges/${data.id}`);
    return data.verification_status.verified;
  };

  it("201, not verified: an embedded class and issuer do not extend what the profile confirms", async () => {
    const { assertion, badgeClass, issuer } = publishBadge(site, earner.email);
    const upload = { ...assertion, id: site.at("/uploads/a.json") };
    const forged = { ...issuer, verification: { startsWith: [site.at("/uploads/")] } };
    const ownClass = { ...badgeClass, id: site.at("/uploads/class.json") };
    site.put("/uploads/class.json", { ...ownClass, issuer: forged });
    const ways = [
      { ...badgeClass, issuer },
      { ...badgeClass, issuer: forged },
      { ...ownClass, issuer: forged },
      ownClass.id,
      badgeClass,
      badgeClass.id,
    ];
    for (const verification of [
      { startsWith: [site.at("/badges/")] },
      { allowedOrigins: ["badges.example.org"] },
    ]) {
      site.put("/issuer", { ...issuer, verification });
      for (const badge of ways) {
        site.put("/uploads/a.json", { ...upload, badge });
        expect(await isVerified({ url: upload.id }), JSON.stringify(badge)).toBe(false);
      }
    }
    site.put("/issuer", { ...issuer, verification: { startsWith: [site.at("/badges/")] } });
    for (const badge of [badgeClass.id, badgeClass, { ...badgeClass, issuer }]) {
      const id = site.at("/badges/a.json");
      site.put("/badges/a.json", { ...assertion, id, badge });
      expect(await isVerified({ url: id }), JSON.stringify(badge)).toBe(true);
    }
  });

  it("201, not verified: an embedded issuer whose id differs from the class, or does not exist", async () => {
    const { assertion, badgeClass, issuer } = publishBadge(site, earner.email);
    const other = { ...issuer, id: site.at("/another") };
    site.put("/assertion", { ...assertion, badge: { ...badgeClass, issuer: other } });
    expect(await isVerified({ url: site.at("/assertion") })).toBe(false);
    site.put("/another", { ...other, verification: { startsWith: [site.at("/assertion")] } });
    expect(await isVerified({ url: site.at("/assertion") })).toBe(false);
  });

  it("201, not verified: a signature with an embedded key that the issuer does not name", async () => {
    const [own, stolen] = [generateRsaKeys(), generateRsaKeys()];
    const { assertion, badgeClass, issuer } = publishBadge(site, earner.email);
    const keyDocument = (path: string, { publicKey }: typeof own) => ({
      id: site.at(path),
      owner: site.at("/issuer"),
      publicKeyPem: exportPem(publicKey),
    });
    site.put("/key", keyDocument("/key", own));
    site.put("/revoked", { revokedAssertions: ["urn:uuid:gone"] });
    site.put("/issuer", { ...issuer, publicKey: site.at("/key"), revocationList: site.at("/revoked") });
    const forgedKey = keyDocument("/uploads/key.json", stolen);
    site.put("/uploads/key.json", forgedKey);
    const signDocument = (creator: string, keys: typeof own, badge: unknown, id = "urn:uuid:one"): string =>
      signAssertion(
        { ...assertion, id, badge, verification: { type: "SignedBadge", creator } },
        keys.privateKey,
      );
    for (const publicKey of [forgedKey, forgedKey.id]) {
      const forged = { ...badgeClass, issuer: { ...issuer, publicKey } };
      const upload = { ...forged, id: site.at("/uploads/class.json") };
      site.put("/uploads/class.json", upload);
      for (const badge of [forged, upload, upload.id, badgeClass.id]) {
        expect(
          await isVerified({ assertion: signDocument(forgedKey.id, stolen, badge) }),
          JSON.stringify(badge),
        ).toBe(false);
      }
    }
    for (const badge of [badgeClass.id, badgeClass, { ...badgeClass, issuer }]) {
      expect(await isVerified({ assertion: signDocument(site.at("/key"), own, badge) })).toBe(true);
      // The revocation list is the one of the profile, not the one missing from the embedded issuer.
      const revokedAssertion = signDocument(site.at("/key"), own, badge, "urn:uuid:gone");
      expect(await expectRefused({ assertion: revokedAssertion })).toEqual(["revoked", "assertion"]);
    }
  });
});

describe("an untrusted picture", () => {
  it("422: a decompression bomb in a text chunk", async () => {
    const bomb = buildPng([buildTextChunk("zTXt", "openbadges", Buffer.alloc(64 * 1024 * 1024, " "))]);
    expect(await expectRefused({ image: bomb.toString("base64") })).toEqual(["unreadable_badge", "image"]);
    site.put("/bomb.png", bomb);
    expect(await expectRefused({ url: site.at("/bomb.png") })).toEqual(["unreadable_badge", "url"]);
  });

  it("a picture of 256 megapixels: 422 as the badge itself, left out when a badge names it", async () => {
    const { assertion } = publishBadge(site, earner.email, { image: site.at("/huge.png") });
    const huge = buildHugePng();
    site.put("/huge.png", huge);
    const chunk = buildTextChunk("tEXt", "openbadges", JSON.stringify({ ...assertion, image: undefined }));
    const badge = Buffer.concat([huge.subarray(0, 33), chunk, huge.subarray(33)]);
    expect(await expectRefused({ image: badge.toString("base64") })).toEqual(["invalid_image", "image"]);
    const { status, data } = await importBadge({ url: site.at("/assertion") });
    expect([status, data.image_url]).toEqual([201, null]);
  });
});
