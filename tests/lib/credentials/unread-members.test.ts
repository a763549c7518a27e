import { createHash, generateKeyPairSync } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import {
  buildForeignBadge,
  createChainedProof,
  createIssuerKeys,
  methodOf,
  signForeign,
  signForeignToken,
  type IssuerKeys,
  type Json,
} from "../../support/credentials/foreign-credentials";
import {
  buildList,
  buildStatus,
  createMemoryIssuer,
  ISSUER,
  LIST,
  PLACES,
  type MemoryIssuer,
} from "../../support/credentials/memory-issuer";

// What the verifier does not read must not make a badge valid, and must not take its time.

const MOMENT = "http://www.w3.org/2001/XMLSchema#dateTime";
const PAST = "2026-05-01T00:00:00Z";
const FUTURE = "2099-05-01T00:00:00Z";

let keys: IssuerKeys;
let issuer: MemoryIssuer;

beforeEach(async () => {
  keys ??= await createIssuerKeys();
  issuer = await createMemoryIssuer(keys);
});

/** The verdict, and why it is not valid. */
async function verify(given: Json | string): Promise<[string, string[]]> {
  const { verdict, checks } = await issuer.verify(typeof given === "string" ? given : JSON.stringify(given));
  return [verdict, checks.filter(({ result }) => result !== "passed").map(({ reason }) => String(reason))];
}

/** Gives a member of a proof its full address, which changes none of the signed statements. */
function renameMember(proof: Json, name: "created" | "expires"): Json {
  const address = {
    created: "http://purl.org/dc/terms/created",
    expires: "https://w3id.org/security#expiration",
  };
  const { [name]: moment, ...rest } = proof;
  return { ...rest, [address[name]]: { "@type": MOMENT, "@value": moment as string } };
}

describe.each(["eddsa-rdfc-2022", "ecdsa-rdfc-2019", "eddsa-jcs-2022"] as const)("a proof by %s", (suite) => {
  it("cannot hide when it ends or was made behind another name", async () => {
    const badge = buildForeignBadge(ISSUER);
    const proof = await createChainedProof(badge, [], { suite, keys, members: { expires: PAST } });
    expect(await verify({ ...badge, proof })).toEqual(["unverifiable", ["proof_expired"]]);
    for (const name of ["expires", "created"] as const) {
      const renamed = { ...badge, proof: renameMember(proof, name) };
      expect(await verify(renamed), name).toEqual(["unverifiable", ["ambiguous"]]);
    }
  });
});

it("a status list cannot hide the moment of its proof either", async () => {
  const list = { ...buildList(), issuer: { id: ISSUER } };
  const proof = await createChainedProof(list, [], {
    suite: "eddsa-rdfc-2022",
    keys,
    members: { expires: PAST },
  });
  const badge = await signForeign(
    buildForeignBadge(ISSUER, { credentialStatus: buildStatus(PLACES.free) }),
    "eddsa-jcs-2022",
    keys,
  );
  for (const given of [proof, renameMember(proof, "expires")]) {
    issuer.put(LIST, { ...list, proof: given });
    expect(await verify(badge)).toEqual(["unverifiable", ["status_not_read"]]);
  }
});

describe("a holder who leaves something out", () => {
  it("cannot leave out the start of a badge", async () => {
    const badge = buildForeignBadge(ISSUER, {
      validFrom: FUTURE,
      awardedDate: "2026-04-01T00:00:00Z",
      validUntil: "2199-01-01T00:00:00Z",
      credentialStatus: buildStatus(PLACES.free),
    });
    const mandatory = ["credentialStatus", "validUntil"];
    const disclosed = ["id", "type", "awardedDate", "credentialSubject"];
    const disclose = (...more: string[]) =>
      signForeign(badge, "ecdsa-sd-2023", keys, { mandatory, disclosed: [...disclosed, ...more] });
    expect((await verify(await disclose("validFrom")))[0]).toBe("not_yet_valid");
    const withheld = await disclose();
    expect(withheld).not.toHaveProperty("validFrom");
    expect(await verify(withheld)).toEqual(["refused", []]);
  });

  it("who shows the proof that is his alone has altered nothing", async () => {
    const badge = buildForeignBadge(ISSUER, {
      validUntil: FUTURE,
      credentialStatus: buildStatus(PLACES.free),
    });
    const signed = await signForeign(badge, "ecdsa-sd-2023", keys);
    expect((await verify(signed))[0]).toBe("valid");
    // The first bytes say which of the two proofs it is (ecdsa-sd-2023, 3.4.2 and 3.4.7).
    const parts = Buffer.from(signed.proof.proofValue.slice(1), "base64url");
    expect(parts.subarray(0, 3).toString("hex")).toBe("d95d01");
    signed.proof.proofValue = `u${Buffer.concat([Buffer.from("d95d00", "hex"), parts.subarray(3)]).toString("base64url")}`;
    expect(await verify(signed)).toEqual(["unverifiable", ["unprocessable", "status_not_read"]]);
  });

  it.each(["JWT", undefined])("cannot leave out claims of a token (typ %s)", async (typ) => {
    const disclosure = Buffer.from(JSON.stringify(["salt", "credentialStatus", buildStatus(PLACES.revoked)]));
    const digest = createHash("sha256").update(disclosure.toString("base64url")).digest("base64url");
    const sign = (changes: Json) =>
      signForeignToken({ ...buildForeignBadge(ISSUER), ...changes }, "ES256", keys, { typ });
    expect((await verify(await sign({})))[0]).toBe("valid");
    expect((await verify(await sign({ credentialStatus: buildStatus(PLACES.revoked) })))[0]).toBe("revoked");
    for (const claims of [
      { _sd: [digest], _sd_alg: "sha-256" },
      { evidence: [{ type: "Evidence", "...": digest }] },
    ])
      expect((await verify(await sign(claims)))[1]).toContain("partly_disclosed");
  });
});

it("a token for somebody else is not valid", async () => {
  const token = await signForeignToken(
    buildForeignBadge(ISSUER),
    "ES256",
    keys,
    {},
    { aud: "https://other.example" },
  );
  expect(await verify(token)).toEqual(["unverifiable", ["claims_differ"]]);
});

describe("a key", () => {
  const badge = () => signForeign(buildForeignBadge(ISSUER), "ecdsa-rdfc-2019", keys);
  const changeKey = (change: (method: Json) => void) =>
    issuer.publishKeys(({ verificationMethod: methods }) => {
      const name = methodOf("ecdsa-rdfc-2019", ISSUER, keys);
      change((methods as Json[]).find(({ id }) => id === name) ?? {});
    });
  const jwkOf = (extra: object) => {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    return { jwk: { ...publicKey.export({ format: "jwk" }), ...extra }, privateKey };
  };

  it("that is longer than any key is not read, so that it takes no time", async () => {
    const signed = await badge();
    expect((await verify(signed))[0]).toBe("valid");
    changeKey((method) => {
      method.publicKeyMultibase = `z${"z".repeat(200_000)}`;
    });
    expect(await verify(signed)).toEqual(["unverifiable", ["unsupported_key"]]);
  });

  it.each([
    ["a private half", { d: "AAAA" }],
    ["another use", { use: "enc" }],
    ["other operations", { key_ops: ["deriveBits"] }],
  ])("with %s does not count", async (_what, extra) => {
    const signed = await badge();
    changeKey((method) => {
      delete method.publicKeyMultibase;
      Object.assign(method, { type: "JsonWebKey", publicKeyJwk: jwkOf(extra).jwk });
    });
    expect(await verify(signed)).toEqual(["unverifiable", ["unsupported_key"]]);
  });
});

describe("a member of another type", () => {
  it.each<[string, unknown]>([
    ["an object with a name of a method", { toString: 1 }],
    ["a list of one", [{ toString: 1 }]],
    ["a text of 60,000 letters", `z${"1".repeat(60_000)}`],
    ["a signature in base64url", "uAAAA"],
  ])("as the value of a proof is a wrong signature: %s", async (_what, proofValue) => {
    const badge = await signForeign(buildForeignBadge(ISSUER), "eddsa-jcs-2022", keys);
    expect(await verify({ ...badge, proof: { ...(badge.proof as Json), proofValue } })).toEqual([
      "altered",
      ["bad_signature"],
    ]);
  });

  it("as the type of a token is another type", async () => {
    const [, payload, signature] = (await signForeignToken(buildForeignBadge(ISSUER), "ES256", keys)).split(
      ".",
    );
    for (const typ of [{ toString: 1 }, [{ toString: 1 }], 7]) {
      const header = { alg: "ES256", kid: `${ISSUER}#ES256`, typ };
      const encoded = Buffer.from(JSON.stringify(header)).toString("base64url");
      expect(await verify([encoded, payload, signature].join("."))).toEqual([
        "unverifiable",
        ["unsupported_suite"],
      ]);
    }
  });
});
