import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { from, fromJwk, toJwk } from "@digitalbazaar/ecdsa-multikey";
import { base58 } from "@scure/base";
import { hasKey, readKeyForms } from "@/lib/credentials/proofs/public-keys";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clock } from "@/lib/kernel/clock";
import { decideVerdict } from "@/lib/credentials/verification/checks";
import {
  buildForeignBadge,
  createIssuerKeys,
  signForeign,
  signForeignToken,
  type IssuerKeys,
  type Json,
} from "../../support/credentials/foreign-credentials";
import { createMemoryIssuer, ISSUER, type MemoryIssuer } from "../../support/credentials/memory-issuer";

/** A key as a Multikey, by the library of others. */
async function writeMultikey(key: KeyObject): Promise<Json> {
  const { publicKeyMultibase } = await fromJwk({ jwk: key.export({ format: "jwk" }) });
  return { publicKeyMultibase };
}

function writeEd25519(key: KeyObject) {
  const bytes = Buffer.from(key.export({ format: "jwk" }).x ?? "", "base64url");
  return {
    multikey: { publicKeyMultibase: `z${base58.encode(Buffer.concat([Buffer.from([0xed, 0x01]), bytes]))}` },
    base58: { publicKeyBase58: base58.encode(bytes) },
  };
}

// Tokens that were made for something else, and keys and lists of revoked badges that do not count.

let issuer: MemoryIssuer;
let keys: IssuerKeys;

beforeAll(async () => {
  keys = await createIssuerKeys();
});

beforeEach(async () => {
  issuer = await createMemoryIssuer(keys);
});

const PAST = "2026-04-02T00:00:00Z";
const FUTURE = "2099-01-01T00:00:00Z";
const reasonOf = async (badge: Json | string): Promise<string | null> => {
  const text = typeof badge === "string" ? badge : JSON.stringify(badge);
  const { checks } = await issuer.verify(text);
  const authenticity = checks.find(({ check }) => check === "authenticity");
  expect(decideVerdict(checks) === "valid").toBe(authenticity?.result === "passed");
  return authenticity?.result === "passed" ? "signed" : (authenticity?.reason ?? null);
};

describe("the type of a token", () => {
  const sign = (typ: unknown) => signForeignToken(buildForeignBadge(ISSUER), "ES256", keys, { typ });

  it.each([
    undefined,
    "JWT",
    "jwt",
    "vc+jwt",
    "application/vc+jwt",
    "vc+ld+jwt",
    "vc-ld+jwt",
    "vc+ld+json+jwt",
    "JOSE",
  ])("may be %s", async (typ) => {
    expect(await reasonOf(await sign(typ))).toBe("signed");
  });

  it.each<unknown>([
    "kb+jwt",
    "at+jwt",
    "logout+jwt",
    "dpop+jwt",
    "openid4vci-proof+jwt",
    "vp+jwt",
    "dc+sd-jwt",
    "statuslist+jwt",
    "entity-statement+jwt",
    "application/dpop+jwt",
    "",
    " JWT",
    7,
    ["JWT"],
  ])("is not %j: it was made for something else (RFC 8725, 3.11)", async (typ) => {
    expect(await reasonOf(await sign(typ))).toBe("unsupported_suite");
  });
});

describe("the time of a token (RFC 7519, 4.1.6)", () => {
  it.each<[string, (now: number) => unknown, string]>([
    ["now", (now) => now, "signed"],
    ["four minutes ahead, as another clock may be", (now) => now + 240, "signed"],
    ["with a fraction", (now) => now + 0.5, "signed"],
    ["six minutes ahead", (now) => now + 360, "proof_from_future"],
    ["years ahead", () => 4_102_444_800, "proof_from_future"],
    ["in milliseconds", (now) => now * 1_000, "proof_from_future"],
    ["a text", (now) => String(now), "unprocessable"],
  ])("is %s", async (_what, build, expected) => {
    const iat = build(Math.floor(clock.now().getTime() / 1_000));
    const token = await signForeignToken(buildForeignBadge(ISSUER), "ES256", keys, {}, { iat });
    expect(await reasonOf(token)).toBe(expected);
  });
});

describe("a key that its issuer lists twice", () => {
  const badges = async (): Promise<(Json | string)[]> => [
    await signForeign(buildForeignBadge(ISSUER), "eddsa-rdfc-2022", keys),
    await signForeign(buildForeignBadge(ISSUER), "eddsa-jcs-2022", keys),
    await signForeignToken(buildForeignBadge(ISSUER), "ES256", keys),
  ];
  const expectAll = async (expected: string) => {
    for (const badge of await badges()) expect(await reasonOf(badge)).toBe(expected);
  };
  const listAgain = (changes: (method: Json, index: number) => Json, where = "verificationMethod") =>
    issuer.publishKeys((document) => {
      const methods = document.verificationMethod as Json[];
      document[where] = [...((document[where] ?? []) as unknown[]), ...methods.map(changes)];
    });

  it("counts, unless one of its entries says that it was revoked or has expired", async () => {
    listAgain((method) => method);
    await expectAll("signed");
    listAgain((method) => ({ ...method, revoked: FUTURE, expires: FUTURE }));
    await expectAll("signed");
    listAgain((method) => ({ ...method, revoked: PAST }));
    await expectAll("key_revoked");
    listAgain((method) => ({ ...method, expires: PAST }));
    await expectAll("key_expired");
  });

  it("was revoked under another name, which is listed for nothing, or for another purpose", async () => {
    listAgain((method, index) => ({ ...method, id: `${ISSUER}#old-${index}`, revoked: PAST }));
    await expectAll("key_revoked");
    listAgain(
      (method, index) => ({ ...method, id: `${ISSUER}#old-${index}`, revoked: PAST }),
      "authentication",
    );
    await expectAll("key_revoked");
  });

  it("was revoked in another form of the same key", async () => {
    const jwk = keys.tokens.ES256.publicKey.export({ format: "jwk" });
    listAgain((_, index) => ({
      id: `#old-${index}`,
      type: "JsonWebKey2020",
      controller: ISSUER,
      publicKeyJwk: { ...jwk, kid: "old" },
      revoked: PAST,
    }));
    const [, , token = ""] = await badges();
    expect(await reasonOf(token)).toBe("key_revoked");
  });

  it.each<[what: string, write: () => Promise<Json> | Json]>([
    ["EdDSA as a Multikey", () => writeEd25519(keys.tokens.EdDSA.publicKey).multikey],
    ["EdDSA in base58", () => writeEd25519(keys.tokens.EdDSA.publicKey).base58],
    [
      "EdDSA in base58 with a space",
      () => {
        const { publicKeyBase58 } = writeEd25519(keys.tokens.EdDSA.publicKey).base58;
        return { publicKeyBase58: ` ${publicKeyBase58}` };
      },
    ],
    ["ES256 as a Multikey", () => writeMultikey(keys.tokens.ES256.publicKey)],
    [
      "RS256 with other members",
      () => {
        const { n, e } = keys.tokens.RS256.publicKey.export({ format: "jwk" });
        return { publicKeyJwk: { e, n, kty: "RSA", use: "sig" } };
      },
    ],
  ])("was revoked in another form: %s", async (what, write) => {
    const algorithm = what.slice(0, 5) as "EdDSA" | "ES256" | "RS256";
    const token = await signForeignToken(buildForeignBadge(ISSUER), algorithm, keys);
    const material = await write();
    const publish = (changes: Json) =>
      issuer.publishKeys((document) => {
        const old = { id: "#old", type: "Multikey", controller: ISSUER, ...material, ...changes };
        document.verificationMethod = [...(document.verificationMethod as Json[]), old];
      });
    publish({});
    expect(await reasonOf(token)).toBe("signed");
    publish({ revoked: PAST });
    expect(await reasonOf(token)).toBe("key_revoked");
  });

  it.each(["P-256", "P-384", "P-521"])(
    "is the same on the curve %s as a JWK and as a Multikey",
    async (namedCurve) => {
      for (let round = 0; round < 8; round += 1) {
        const generate = () => generateKeyPairSync("ec", { namedCurve }).publicKey;
        const [one, other] = [generate(), generate()];
        const forms = await readKeyForms({ publicKeyJwk: one.export({ format: "jwk" }) });
        const multikeys = await Promise.all([one, other].map((key) => writeMultikey(key)));
        expect(multikeys.map((method) => forms && hasKey(method, forms))).toEqual([true, false]);
      }
    },
  );

  it("was revoked in an entry that has another key besides", async () => {
    const others = await createIssuerKeys();
    listAgain((method, index) => ({
      publicKeyMultibase: others.ed25519.publicKeyMultibase,
      publicKeyJwk: others.tokens.ES256.publicKey.export({ format: "jwk" }),
      ...method,
      id: `${ISSUER}#old-${index}`,
      revoked: PAST,
    }));
    await expectAll("key_revoked");
  });

  it("does not count when its entry has another key besides: nothing says which it is", async () => {
    const others = await createIssuerKeys();
    issuer.publishKeys((document) => {
      document.verificationMethod = (document.verificationMethod as Json[]).map((method) => ({
        publicKeyMultibase: others.ed25519.publicKeyMultibase,
        publicKeyJwk: others.tokens.ES256.publicKey.export({ format: "jwk" }),
        ...method,
      }));
    });
    await expectAll("unsupported_key");
  });

  it("is not harmed by a revoked entry of another key", async () => {
    const others = await createIssuerKeys();
    const { publicKeyMultibase } = others.ed25519;
    listAgain((_, index) => ({
      id: `${ISSUER}#other-${index}`,
      type: "Multikey",
      controller: ISSUER,
      publicKeyMultibase,
      revoked: PAST,
    }));
    await expectAll("signed");
  });
});

describe("the status of a token itself (Token Status List)", () => {
  it("leaves open whether the badge was revoked, because it is not read", async () => {
    const sign = (claims: Json) => signForeignToken(buildForeignBadge(ISSUER), "ES256", keys, {}, claims);
    const statusOf = async (claims: Json) => (await issuer.verify(await sign(claims))).checks[3];
    const status = { status_list: { idx: 0, uri: "https://open.example.org/statuses/1" } };
    expect(await statusOf({})).toMatchObject({ result: "passed", reason: "no_status" });
    expect(await statusOf({ status })).toMatchObject({ result: "unknown", reason: "status_not_read" });
  });
});

describe("a JWK for another algorithm (RFC 7517, 4.4)", () => {
  it.each([
    ["ES256", "signed"],
    ["ES384", "unsupported_key"],
    ["ECDH-ES", "unsupported_key"],
  ])("does not check proofs: %s", async (alg, expected) => {
    const badge = await signForeign(buildForeignBadge(ISSUER), "ecdsa-rdfc-2019", keys);
    const { publicKeyMultibase: text } = keys.ecdsa;
    const keyPair = await from({
      id: "#key",
      controller: ISSUER,
      type: "Multikey",
      publicKeyMultibase: text,
    });
    const { kty, crv, x, y } = (await toJwk({ keyPair })) as Json;
    issuer.publishKeys((document) => {
      document.verificationMethod = (document.verificationMethod as Json[]).map(
        ({ publicKeyMultibase, ...rest }) =>
          publicKeyMultibase === text
            ? { ...rest, type: "JsonWebKey", publicKeyJwk: { kty, crv, x, y, alg } }
            : { ...rest, ...(publicKeyMultibase ? { publicKeyMultibase } : {}) },
      );
    });
    expect(await reasonOf(badge)).toBe(expected);
  });
});

describe("the list of revoked badges of Open Badges 3.0", () => {
  const ADDRESS = "https://open.example.org/revoked";
  const verdict = async (list: Json, id = ADDRESS): Promise<string> => {
    issuer.put(id, { id, revokedCredential: [], ...list });
    const credentialStatus = { id, type: "1EdTechRevocationList" };
    const badge = await signForeign(buildForeignBadge(ISSUER, { credentialStatus }), "eddsa-jcs-2022", keys);
    const { checks } = await issuer.verify(JSON.stringify(badge));
    return `${decideVerdict(checks)} ${checks[3]?.reason}`;
  };

  it("counts when it is of the issuer, and came by https", async () => {
    expect(await verdict({ issuer: ISSUER })).toBe("valid null");
    expect(await verdict({ issuer: { id: ISSUER } })).toBe("valid null");
    expect(await verdict({ issuer: "did:web:other.example" })).toBe("unverifiable status_of_another_issuer");
    expect(await verdict({ issuer: { id: "did:web:other.example" } })).toBe(
      "unverifiable status_of_another_issuer",
    );
    expect(await verdict({})).toBe("unverifiable status_of_another_issuer");
    expect(await verdict({ issuer: ISSUER }, "http://open.example.org/revoked")).toBe(
      "unverifiable status_not_read",
    );
  });
});
