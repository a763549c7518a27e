import { beforeAll, describe, expect, it } from "vitest";
import { CONTEXTS } from "@/lib/credentials/open-badges/schema";
import { verifyProof } from "@/lib/credentials/proofs/verify";
import {
  buildForeignBadge,
  buildIssuerDocument,
  createIssuerKeys,
  methodOf,
  signForeign,
  SUITES,
  type IssuerKeys,
  type Json,
  type Suite,
} from "../../support/credentials/foreign-credentials";

const ISSUER = "did:web:open.example.org";

let keys: IssuerKeys;
const signed = new Map<Suite, Json>();

beforeAll(async () => {
  keys = await createIssuerKeys();
  for (const suite of SUITES) {
    const badge = buildForeignBadge(ISSUER, {}, suite === "Ed25519Signature2020");
    signed.set(suite, await signForeign(badge, suite, keys));
  }
});

const credentialOf = (suite: Suite): Json => structuredClone(signed.get(suite) ?? {});
const keyOf = (suite: Suite, from = keys): Json => {
  const { verificationMethod } = buildIssuerDocument(ISSUER, from);
  return (verificationMethod as Json[]).find(({ id }) => id === methodOf(suite, ISSUER, from)) ?? {};
};
const verify = (credential: Json, suite: Suite, key = keyOf(suite)) =>
  verifyProof(credential, [credential.proof].flat()[0] as Json, key);

const RIGHT = expect.objectContaining({ isValid: true });
const WRONG = { isValid: false };

describe.each(SUITES)("a proof of %s", (suite) => {
  it("is right, whatever the order of the members", async () => {
    const credential = credentialOf(suite);
    expect(await verify(credential, suite)).toEqual(RIGHT);
    expect(await verify(Object.fromEntries(Object.entries(credential).toReversed()), suite)).toEqual(RIGHT);
  });

  it.each<[string, (credential: Json) => void]>([
    ["another achievement", (one) => (one.credentialSubject.achievement.name = "Mastery")],
    ["another issuer", (one) => (one.issuer.name = "Harvard")],
    [
      "an expiration",
      (one) =>
        one["@context"][0].includes("2018")
          ? (one.expirationDate = "2099-01-01T00:00:00Z")
          : (one.validUntil = "2099-01-01T00:00:00Z"),
    ],
    ["another subject", (one) => (one.credentialSubject.id = "did:example:eve")],
  ])("is wrong for a copy with %s", async (_what, alter) => {
    const copy = credentialOf(suite);
    alter(copy);
    expect(await verify(copy, suite)).toEqual(WRONG);
  });

  it("is wrong when a letter of it was replaced, or with another key", async () => {
    const copy = credentialOf(suite);
    const { proofValue } = copy.proof as { proofValue: string };
    copy.proof.proofValue =
      proofValue.slice(0, 30) + (proofValue[30] === "a" ? "b" : "a") + proofValue.slice(31);
    expect(await verify(copy, suite)).toEqual(WRONG);
    const other = { ...keyOf(suite, await createIssuerKeys()), id: keyOf(suite).id };
    expect(await verify(credentialOf(suite), suite, other)).toEqual(WRONG);
  });

  it("is not right for a copy with a member that it does not cover", async () => {
    const copy = { ...credentialOf(suite), grade: "A" };
    const result = await verify(copy, suite);
    expect(result).toEqual(
      suite === "eddsa-jcs-2022" ? WRONG : { isValid: null, problem: "unsigned_members", detail: "grade" },
    );
  });

  it("cannot be checked with a key of another type, or with none", async () => {
    const ofOther = keyOf(suite.startsWith("ecdsa") ? "eddsa-rdfc-2022" : "ecdsa-rdfc-2019");
    const problem = { isValid: null, problem: "unsupported_key", detail: null };
    const { id } = keyOf(suite);
    for (const key of [
      { ...ofOther, id },
      { id },
      { id, publicKeyMultibase: "z6Mk!" },
      { id, publicKeyJwk: { kty: "RSA" } },
    ])
      expect(await verify(credentialOf(suite), suite, key)).toEqual(problem);
  });

  it.each([undefined, "", "z", "u", "m00", "z11", "z0OIl", `z${"2".repeat(300)}`, 7])(
    "is wrong with the value %s",
    async (proofValue) => {
      const copy = credentialOf(suite);
      copy.proof.proofValue = proofValue;
      expect(await verify(copy, suite)).toEqual(WRONG);
    },
  );
});

const RDF_SUITES = SUITES.filter((suite) => suite !== "eddsa-jcs-2022");

describe.each(RDF_SUITES)("a document with a proof of %s", (suite) => {
  it("cannot be checked with a context that is not bundled, and nothing is fetched", async () => {
    const copy = credentialOf(suite);
    copy["@context"].push("https://open.example.org/context.json");
    expect(await verify(copy, suite)).toEqual({
      isValid: null,
      problem: "context_not_approved",
      detail: "https://open.example.org/context.json",
    });
  });

  it("cannot be checked with contexts that are none, too many of them, or too many members", async () => {
    for (const context of [7, { "@vocab": 7 }, { a: { "@id": "a", "@context": { a: "a:a" } } }]) {
      const copy = credentialOf(suite);
      copy["@context"].push(context);
      expect((await verify(copy, suite)).isValid).not.toBe(true);
    }
    const large = {
      ...credentialOf(suite),
      evidence: Array.from({ length: 700 }, (_, at) => ({ id: `urn:${at}`, type: "Evidence" })),
    };
    const crowded = {
      ...credentialOf(suite),
      evidence: Array.from({ length: 14 }, () => ({ "@context": CONTEXTS.three, type: "Evidence" })),
    };
    for (const document of [large, crowded])
      expect(await verify(document, suite)).toEqual({
        isValid: null,
        problem: "unprocessable",
        detail: null,
      });
  });
});

describe("a document that would change the objects of this process", () => {
  it.each<[string, unknown]>([
    ["an id", "__proto__"],
    ["another id", "constructor"],
    ["a node", { id: "toString" }],
    ["a member", JSON.parse('{"__proto__": {"id": "urn:x"}}')],
    ["a context", { "@context": { "@vocab": "__pro", to__: "@id" }, id: "to__" }],
  ])("is refused: by %s", async (_what, image) => {
    const before = Object.getOwnPropertyNames(Object.prototype).concat(Object.keys(Object));
    for (const suite of RDF_SUITES) {
      const copy = { ...credentialOf(suite), image };
      expect(await verify(copy, suite)).toEqual({ isValid: null, problem: "unprocessable", detail: null });
      expect(await verify(credentialOf(suite), suite)).toEqual(RIGHT);
    }
    expect(Object.getOwnPropertyNames(Object.prototype).concat(Object.keys(Object))).toEqual(before);
  });
});

// Data Integrity EdDSA Cryptosuites 1.0, appendix B: the key, the credential, and its proof under two names of the key.
const PUBLIC = "z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ7XJPt4swbTQ2";
const PROOFS = [
  [
    `did:key:${PUBLIC}#${PUBLIC}`,
    "z2HnFSSPPBzR36zdDgK8PbEHeXbR56YF24jwMpt3R1eHXQzJDMWS93FCzpvJpwTWd3GAVFuUfjoJdcnTMuVor51aX",
  ],
  [
    `https://vc.example/issuers/5678#${PUBLIC}`,
    "z63t83Y53KfzJ5ZosfKTnqfMcKB2dmTrfjSaQjeNNjAD5srBowQfmWqeRb8rRjmeEuCBEsddF9LsVogtuTsijJKh4",
  ],
] as const;
const PUBLISHED = {
  "@context": ["https://www.w3.org/ns/credentials/v2", "https://www.w3.org/ns/credentials/examples/v2"],
  id: "urn:uuid:58172aac-d8ba-11ed-83dd-0b3aef56cc33",
  type: ["VerifiableCredential", "AlumniCredential"],
  name: "Alumni Credential",
  description: "A minimum viable example of an Alumni Credential.",
  issuer: "https://vc.example/issuers/5678",
  validFrom: "2023-01-01T00:00:00Z",
  credentialSubject: { id: "did:example:abcdefgh", alumniOf: "The School of Examples" },
};

describe("the published proofs of eddsa-jcs-2022", () => {
  it.each(PROOFS)(
    "are right for the key %s, also with contexts appended",
    async (verificationMethod, proofValue) => {
      const proof = {
        type: "DataIntegrityProof",
        cryptosuite: "eddsa-jcs-2022",
        created: "2023-02-24T23:36:38Z",
        verificationMethod,
        proofPurpose: "assertionMethod",
        "@context": PUBLISHED["@context"],
        proofValue,
      };
      const key = { id: verificationMethod, type: "Multikey", publicKeyMultibase: PUBLIC };
      expect(await verifyProof(PUBLISHED, proof, key)).toEqual(RIGHT);
      const context = [...PUBLISHED["@context"], "https://example.org/more"];
      expect(await verifyProof({ ...PUBLISHED, "@context": context }, proof, key)).toEqual(RIGHT);
      for (const wrong of [context.toReversed(), context.slice(1)])
        expect(await verifyProof({ ...PUBLISHED, "@context": wrong }, proof, key)).toEqual(WRONG);
      expect(await verifyProof({ ...PUBLISHED, name: "\uD800" }, proof, key)).toEqual(WRONG);
    },
  );
});
