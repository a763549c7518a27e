import { generate } from "@digitalbazaar/ed25519-multikey";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { clock } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { startSite, type Site } from "../../support/credentials/badge-site";
import { buildPng, buildTextChunk } from "../../support/credentials/baked-badges";
import {
  buildForeignBadge,
  buildIssuerDocument,
  createIssuerKeys,
  signForeign,
  signForeignToken,
  SUITES,
  type IssuerKeys,
  type Json,
  type Suite,
  type TokenAlgorithm,
} from "../../support/credentials/foreign-credentials";
import { startForeignIssuer } from "../../support/credentials/foreign-issuer";
import { createTestOrganization } from "../../support/builders";
import { credentialPath } from "../../support/credentials/open-badge-documents";
import { ORIGIN } from "../../support/http/client";
import { createEarner, issueAcceptedBadge } from "../../support/accounts/earners";
import { reasonsOf, sendVerification, verify, verifyByApi } from "../../support/credentials/verify-request";
import { digestTables, sql } from "../../support/platform/database";

let keys: IssuerKeys;
let site: Site;
let did: string;

beforeAll(async () => {
  keys = await createIssuerKeys();
});

beforeEach(async () => {
  ({ site, did } = await startForeignIssuer(keys));
});

afterEach(() => void vi.restoreAllMocks());

const isOlder = (suite: string) => suite === "Ed25519Signature2020";

const signBadge = (changes: Json = {}, suite: Suite = "eddsa-rdfc-2022", issuer = did) =>
  signForeign(buildForeignBadge(issuer, changes, isOlder(suite)), suite, keys);

describe("POST /v1/verify with a credential of a did:web", () => {
  // What selective disclosure shows is in verify-forgery.test.ts: a badge without a status and an end is not enough.
  it.each(SUITES.filter((one) => one !== "ecdsa-sd-2023"))(
    "is valid by %s, and altered with another name",
    async (suite) => {
      const credential = await signBadge({}, suite);
      expect(await verify(credential)).toMatchObject({
        status: "valid",
        issued_here: false,
        reasons: [],
        badge: { name: "Data Analysis", earner: expect.stringMatching(/^did:key:/), issued_on: "2026-04-01" },
        issuer: { id: did, name: "Open University", host: new URL(site.origin).host },
        checks: [
          { check: "format", result: "passed", message: "It is an Open Badge (Open Badges 3.0)" },
          { check: "issuer", result: "passed" },
          { check: "authenticity", result: "passed", reason: "signed", detail: suite },
          { check: "status", result: "passed", reason: "no_status" },
          { check: "start", result: "passed" },
          { check: "expiry", result: "passed" },
        ],
      });
      credential.credentialSubject.achievement.name = "Mastery";
      const altered = await verify(credential);
      expect([altered.status, reasonsOf(altered)]).toEqual(["altered", ["bad_signature"]]);
    },
  );

  it.each<TokenAlgorithm>(["RS256", "ES256", "EdDSA"])(
    "is valid as a JWT by %s, and altered with another name",
    async (algorithm) => {
      const token = await signForeignToken(buildForeignBadge(did), algorithm, keys);
      expect(await verify(token)).toMatchObject({
        status: "valid",
        badge: { name: "Data Analysis" },
      });
      const short = await signForeignToken(buildForeignBadge(did), algorithm, keys, { kid: `#${algorithm}` });
      expect((await verify(short)).status).toBe("valid");
      const [header, payload = "", signature] = token.split(".");
      const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Json;
      const changed = Buffer.from(JSON.stringify({ ...claims, name: "Doctor" })).toString("base64url");
      expect((await verify(`${header}.${changed}.${signature}`)).status).toBe("altered");
    },
  );

  it("is a JWT of version 1.1, whose dates count", async () => {
    const { "@context": context, id, issuer, credentialSubject, type } = buildForeignBadge(did);
    const sign = (claims: Json) =>
      signForeignToken(
        { issuer, vc: { "@context": context, type, issuer, credentialSubject }, jti: id },
        "RS256",
        keys,
        {},
        claims,
      );
    const now = Math.floor(clock.now().getTime() / 1_000);
    expect((await verify(await sign({ nbf: now - 60 }))).status).toBe("valid");
    expect((await verify(await sign({ nbf: now - 60, exp: now - 5 }))).status).toBe("expired");
    expect((await verify(await sign({ nbf: now + 600 }))).status).toBe("not_yet_valid");
  });

  it("is read as a multipart file, as JSON-LD, as base64, in images and at a URL", async () => {
    const credential = await signBadge();
    const text = JSON.stringify(credential);
    const form = new FormData();
    form.set("file", new File([text], "badge.json"));
    const png = buildPng([buildTextChunk("iTXt", "openbadgecredential", text)]);
    const svg = `<?xml version="1.0"?>\n<!-- drawn -->\n<svg xmlns="http://www.w3.org/2000/svg" xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0"><openbadges:credential><![CDATA[${text}]]></openbadges:credential></svg>`;
    site.put("/badge.json", credential);
    site.put("/badge.png", png);
    site.put("/badge.svg", svg);
    const before = await digestTables();
    const answers = [
      (await sendVerification(form)).data,
      (await sendVerification(text, "application/json")).data,
      await verifyByApi({ file: png.toString("base64") }),
      await verifyByApi({ file: `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}` }),
      await verifyByApi({ url: site.at("/badge.json") }),
      await verifyByApi({ url: site.at("/badge.png") }),
      await verifyByApi({ url: site.at("/badge.svg") }),
      await verifyByApi({ credential: site.at("/badge.json") }),
    ];
    expect(answers.map(({ status }) => status as string)).toEqual(answers.map(() => "valid"));
    expect(await digestTables()).toEqual(before);
  });

  it("begins later, has expired, or names its earner", async () => {
    const later = await signBadge({ validFrom: "2099-01-01T00:00:00Z" });
    expect(await verify(later)).toMatchObject({
      status: "not_yet_valid",
      reasons: [{ code: "not_yet_valid" }],
    });
    const past = await signBadge({ validUntil: "2026-04-02T00:00:00Z" });
    expect(await verify(past)).toMatchObject({ status: "expired", reasons: [{ code: "expired" }] });
    const { id: _, ...credentialSubject } = buildForeignBadge(did).credentialSubject as Json;
    const identifier = [
      { type: "IdentityObject", identityType: "name", hashed: false, identityHash: "Ada Okafor" },
    ];
    const named = await signBadge({ credentialSubject: { ...credentialSubject, identifier } });
    expect(await verify(named)).toMatchObject({
      status: "valid",
      badge: { earner: "Ada Okafor" },
    });
  });

  it("422: for none or several of its forms; 405 and 401 never", async () => {
    for (const input of [
      {},
      { url: null },
      { url: "https://x.example/", credential: "x" },
      { url: 7 },
      { url: "javascript:alert(1)" },
    ]) {
      const { status, data } = await sendVerification(JSON.stringify(input), "application/json");
      expect([status, data.code]).toEqual([422, "validation_failed"]);
    }
    expect((await sendVerification("{", "application/json")).status).toBe(400);
    expect((await sendVerification(new FormData())).status).toBe(422);
  });
});

describe("the issuer", () => {
  it("is known only by its key: did:key and did:jwk", async () => {
    const pair = await generate({});
    const key = `did:key:${pair.publicKeyMultibase}`;
    const byKey = await signForeign(buildForeignBadge(key), "eddsa-rdfc-2022", { ...keys, ed25519: pair });
    const jwk = keys.tokens.ES256.publicKey.export({ format: "jwk" });
    const byJwk = `did:jwk:${Buffer.from(JSON.stringify(jwk)).toString("base64url")}`;
    const token = await signForeignToken(buildForeignBadge(byJwk), "ES256", keys, { kid: `${byJwk}#0` });
    for (const credential of [byKey, token]) {
      const result = await verify(credential);
      expect(result).toMatchObject({ status: "unknown_issuer", reasons: [{ code: "issuer_is_a_key" }] });
      expect(result.checks[2]).toMatchObject({ check: "authenticity", result: "passed" });
    }
    byKey.name = "Doctor";
    expect((await verify(byKey)).status).toBe("altered");
  });

  it("is no did:web whose key lies elsewhere on its host", async () => {
    const kid = site.at("/others/key");
    site.put("/others/key", { ...keys.tokens.ES256.publicKey.export({ format: "jwk" }), kid });
    const token = await signForeignToken(buildForeignBadge(did), "ES256", keys, { kid });
    expect(await verify(token)).toMatchObject({
      status: "unknown_issuer",
      reasons: [{ code: "key_not_listed" }],
    });
    expect(site.requests).not.toContain("/others/key");
  });

  it("has an https URL, with keys in its document or as JWKs on its origin", async () => {
    const id = site.at("/profile");
    site.put("/profile", { ...buildIssuerDocument(id, keys), name: "University of Openness" });
    expect(await verify(await signBadge({}, "ecdsa-rdfc-2019", id))).toMatchObject({
      status: "valid",
      issuer: { id, name: "University of Openness" },
    });
    const kid = site.at("/keys/1");
    site.put("/keys/1", { ...keys.tokens.RS256.publicKey.export({ format: "jwk" }), kid });
    const token = await signForeignToken(buildForeignBadge(id), "RS256", keys, { kid });
    expect((await verify(token)).status).toBe("valid");
    site.put("/keys/1", {
      keys: [
        { kty: "RSA", n: "AQ", e: "AQAB", kid: "other" },
        { ...keys.tokens.RS256.publicKey.export({ format: "jwk" }), kid },
      ],
    });
    expect((await verify(token)).status).toBe("valid");
    const elsewhere = await startSite();
    elsewhere.put("/keys/1", keys.tokens.RS256.publicKey.export({ format: "jwk" }));
    const foreign = await signForeignToken(buildForeignBadge(id), "RS256", keys, {
      kid: elsewhere.at("/keys/1"),
    });
    expect(await verify(foreign)).toMatchObject({
      status: "unknown_issuer",
      reasons: [{ code: "key_not_listed" }],
    });
    expect(elsewhere.requests).toEqual([]);
  });

  it.each<[string, string, (document: Json) => object | number]>([
    ["unknown_issuer", "key_not_listed", (one) => ({ ...one, verificationMethod: [], assertionMethod: [] })],
    ["unknown_issuer", "key_not_listed", (one) => ({ ...one, assertionMethod: [] })],
    ["unknown_issuer", "key_not_listed", (one) => ({ ...one, id: "did:web:other.example" })],
    [
      "unknown_issuer",
      "key_not_listed",
      (one) => ({
        ...one,
        verificationMethod: one.verificationMethod.map((method: Json) => ({
          ...method,
          controller: "did:web:other.example",
        })),
      }),
    ],
    [
      "unverifiable",
      "unsupported_key",
      (one) => ({
        ...one,
        verificationMethod: one.verificationMethod.map((method: Json) => ({
          ...method,
          publicKeyMultibase: keys.ecdsa.publicKeyMultibase,
        })),
      }),
    ],
    [
      "unverifiable",
      "unsupported_key",
      (one) => ({
        ...one,
        verificationMethod: one.verificationMethod.map(({ id, controller }: Json) => ({ id, controller })),
      }),
    ],
    ["unverifiable", "issuer_not_reached", () => 404],
    ["unverifiable", "issuer_not_reached", () => ["no document"]],
  ])("is %s: %s", async (status, code, change) => {
    site.put("/issuer/did.json", change(buildIssuerDocument(did, keys)));
    const result = await verify(await signBadge());
    expect([result.status, reasonsOf(result)]).toEqual([status, expect.arrayContaining([code])]);
  });

  it("is at a private address, or of a method that is not supported: nothing is fetched", async () => {
    for (const [issuer, code] of [
      ["did:web:169.254.169.254", "issuer_not_reached"],
      ["https://127.0.0.1/issuer", "issuer_not_reached"],
      ["did:ion:abc", "issuer_unsupported"],
    ] as const) {
      const result = await verify(await signBadge({}, "eddsa-jcs-2022", issuer));
      expect([result.status, reasonsOf(result)]).toEqual(["unverifiable", expect.arrayContaining([code])]);
    }
  });
});

describe("a copy of a badge of this service that somebody else signed", () => {
  /** Signs another text under the URL of the badge, with a key that is its own issuer. */
  const signCopy = (id: string) => {
    const issuer = `did:key:${keys.ed25519.publicKeyMultibase}`;
    const changes = { id: ORIGIN + credentialPath(id), name: "Doctor" };
    return signForeign(buildForeignBadge(issuer, changes), "eddsa-rdfc-2022", keys);
  };

  it("was altered, and says of a public badge what was issued", async () => {
    const organization = await createTestOrganization("Copied University");
    const { id } = await issueAcceptedBadge(organization, await createEarner());
    const result = await verify(await signCopy(id));
    expect(result).toMatchObject({
      status: "altered",
      issued_here: true,
      issuer: { name: "Copied University" },
    });
    expect(result.differences.length).toBeGreaterThan(0);
  });

  it("was altered, and reveals nothing of a private or unknown badge", async () => {
    const organization = await createTestOrganization("Hidden University");
    await sql(
      "UPDATE organizations SET verified_at = now(), verified_domain = 'hidden.example' WHERE id = $1",
      [organization.id],
    );
    const { id } = await issueAcceptedBadge(organization, await createEarner(), true);
    const results = [await verify(await signCopy(id)), await verify(await signCopy(newId()))];
    for (const result of results) {
      expect(result).toMatchObject({ status: "altered", badge: null, differences: [], url: null });
      expect(JSON.stringify(result)).not.toMatch(/hidden/i);
    }
    expect({ ...results[0], checked_at: "" }).toEqual({ ...results[1], checked_at: "" });
  });
});
