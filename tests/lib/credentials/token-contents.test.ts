import { generateKeyPairSync } from "node:crypto";
import { SignJWT } from "jose";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  buildForeignBadge,
  createIssuerKeys,
  signForeign,
  signForeignToken,
  type IssuerKeys,
  type Json,
} from "../../support/credentials/foreign-credentials";
import {
  buildList,
  buildStatus,
  createMemoryIssuer,
  encodeList,
  ISSUER,
  LIST,
  PLACES,
  type MemoryIssuer,
} from "../../support/credentials/memory-issuer";

// What is in a token beside its badge, and the keys that it names by their URL.

const PAST = "2026-04-02T00:00:00Z";
const FUTURE = "2099-01-01T00:00:00Z";

let issuer: MemoryIssuer;
let keys: IssuerKeys;

beforeAll(async () => {
  keys = await createIssuerKeys();
});

beforeEach(async () => {
  issuer = await createMemoryIssuer(keys);
});

const reasonOf = async (token: string): Promise<string | null> =>
  (await issuer.verify(token)).checks.find(({ check }) => check === "authenticity")?.reason ?? null;

describe("a key that is a file of the issuer's site", () => {
  const SITE = "https://site.example/issuer";
  const KEY = "https://site.example/uploads/key.json";
  const publish = (profile: Json) => issuer.put(SITE, { id: SITE, name: "Site", ...profile });
  const reason = async (profile: Json): Promise<string | null> => {
    const { publicKey } = keys.tokens.ES256;
    issuer.put(KEY, publicKey.export({ format: "jwk" }));
    publish(profile);
    return reasonOf(await signForeignToken(buildForeignBadge(SITE), "ES256", keys, { kid: KEY }));
  };
  const method = (changes: Json): Json => ({
    id: `${SITE}#key`,
    type: "JsonWebKey",
    controller: SITE,
    publicKeyJwk: keys.tokens.EdDSA.publicKey.export({ format: "jwk" }),
    ...changes,
  });

  it("counts when the issuer's document names it, or says nothing of keys", async () => {
    expect(await reason({})).toBe("signed");
    expect(await reason({ publicKey: KEY })).toBe("signed");
    expect(await reason({ publicKey: [{ id: KEY }] })).toBe("signed");
  });

  it.each<[what: string, build: () => Json]>([
    ["is deactivated", () => ({ deactivated: true })],
    ["may be deactivated", () => ({ deactivated: "true" })],
    ["lists no keys", () => ({ verificationMethod: [] })],
    ["lists none for assertions", () => ({ assertionMethod: [] })],
    ["lists one for another purpose", () => ({ authentication: [method({})] })],
    ["names another file", () => ({ publicKey: ["https://site.example/key"] })],
    [
      "lists it as revoked for another purpose",
      () => ({
        capabilityInvocation: [
          method({
            publicKeyJwk: keys.tokens.ES256.publicKey.export({ format: "jwk" }),
            revoked: PAST,
          }),
        ],
      }),
    ],
  ])("does not count when the issuer's document %s", async (_what, build) => {
    expect(await reason(build())).toBe("key_not_listed");
  });
});

describe("a token with members of a credential beside the one in it", () => {
  it.each<[string, unknown]>([
    ["credentialStatus", buildStatus(PLACES.revoked)],
    ["validUntil", PAST],
    ["expirationDate", PAST],
    ["issuer", "https://other.example"],
    ["type", ["VerifiableCredential"]],
    ["credentialSubject", {}],
  ])("is two badges: %s", async (name, value) => {
    const vc = buildForeignBadge(ISSUER, {}, true);
    const claims = { iss: ISSUER, vc };
    const sign = (payload: Json) =>
      new SignJWT(payload)
        .setProtectedHeader({ alg: "ES256", kid: `${ISSUER}#ES256` })
        .sign(keys.tokens.ES256.privateKey);
    expect((await issuer.verify(await sign(claims))).verdict).toBe("valid");
    expect(await issuer.verify(await sign({ ...claims, [name]: value }))).toMatchObject({
      verdict: "refused",
      shown: "vc",
    });
  });

  it("is no list of statuses either", async () => {
    const signList = async (payload: Json) => {
      const token = await new SignJWT(payload)
        .setProtectedHeader({ alg: "ES256", kid: `${ISSUER}#ES256` })
        .sign(keys.tokens.ES256.privateKey);
      issuer.put(LIST, token);
      const badge = buildForeignBadge(ISSUER, { credentialStatus: buildStatus(PLACES.free) });
      return (await issuer.verify(JSON.stringify(await signForeign(badge, "eddsa-jcs-2022", keys)))).verdict;
    };
    const list = buildList();
    expect(await signList({ iss: ISSUER, jti: LIST, vc: list })).toBe("valid");
    expect(await signList({ iss: ISSUER, jti: `${LIST}/other`, vc: list })).toBe("unverifiable");
    const revoked = { ...list.credentialSubject, encodedList: encodeList([PLACES.free]) };
    expect(await signList({ vc: list, credentialSubject: revoked })).toBe("unverifiable");
    expect(await signList({ vc: list, validUntil: PAST })).toBe("unverifiable");
  });
});

describe("a signed assertion of Open Badges 2 in a token", () => {
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const HOME = "https://old.example";
  const [PROFILE, KEY] = [`${HOME}/issuer`, `${HOME}/key`];
  const badge = {
    id: `${HOME}/class`,
    type: "BadgeClass",
    name: "Old",
    description: "-",
    issuer: PROFILE,
    criteria: {},
  };
  const assertion: Json = {
    "@context": "https://w3id.org/openbadges/v2",
    id: "urn:uuid:1b7b4b6e-2f0f-4c4c-9a53-3f2f5a0f6f11",
    type: "Assertion",
    recipient: { type: "email", hashed: false, identity: "a@example.org" },
    badge,
    issuedOn: "2026-01-01T00:00:00Z",
    verification: { type: "SignedBadge", creator: KEY },
  };
  const reason = async (claims: Json, key: Json = {}): Promise<string | null> => {
    issuer.put(PROFILE, { id: PROFILE, type: "Issuer", name: "Old U", publicKey: KEY });
    issuer.put(KEY, {
      id: KEY,
      owner: PROFILE,
      publicKeyPem: rsa.publicKey.export({ format: "pem", type: "spki" }),
      ...key,
    });
    return reasonOf(
      await new SignJWT({ ...assertion, ...claims })
        .setProtectedHeader({ alg: "RS256", typ: "JWT" })
        .sign(rsa.privateKey),
    );
  };

  it.each<[string, Json, string]>([
    ["no claims", {}, "signed"],
    ["claims that fit", { iss: PROFILE, exp: 4_102_444_800, nbf: 1, iat: 1 }, "signed"],
    ["an end that has come", { exp: 1_000_000_000 }, "proof_expired"],
    ["an end that cannot be read", { exp: "never" }, "proof_expired"],
    ["a start in the future", { nbf: 4_102_444_800 }, "proof_from_future"],
    ["another issuer", { iss: "https://other.example" }, "claims_differ"],
    ["another reader", { aud: "https://other.example" }, "claims_differ"],
    ["claims that are left out", { _sd: ["x"] }, "partly_disclosed"],
  ])("has %s", async (_what, claims, expected) => {
    expect(await reason(claims)).toBe(expected);
  });

  it("is not signed by a key that counts no more, or that says that it is another one", async () => {
    expect(await reason({}, { expires: FUTURE, revoked: undefined })).toBe("signed");
    expect(await reason({}, { revoked: PAST })).toBe("key_not_listed");
    expect(await reason({}, { expires: PAST })).toBe("key_not_listed");
    expect(await reason({}, { id: `${HOME}/other-key` })).toBe("key_not_listed");
  });
});
