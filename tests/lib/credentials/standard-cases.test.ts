import { generate } from "@digitalbazaar/ecdsa-multikey";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  signForeign,
  signForeignToken,
  buildForeignBadge,
  createIssuerKeys,
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

// What the standards say that a verifier must refuse, clause by clause: the cases that the test suites of W3C have for Verifiable
// Credentials 2.0, Data Integrity, its cryptosuites and Bitstring Status List, as far as they are about badges. All are signed
// with a right signature: only their content is wrong.

type Case = [clause: string, change: (badge: Json) => void, expected: "valid" | "refused"];

let issuer: MemoryIssuer;
let issuerKeys: IssuerKeys;

beforeAll(async () => {
  issuerKeys = await createIssuerKeys();
});

beforeEach(async () => {
  issuer = await createMemoryIssuer(issuerKeys);
});

const set =
  (name: string, value: unknown) =>
  (badge: Json): void => {
    badge[name] = value;
  };
const inSubject =
  (name: string, value: unknown) =>
  (badge: Json): void => {
    badge.credentialSubject[name] = value;
  };
const inAchievement =
  (name: string, value: unknown) =>
  (badge: Json): void => {
    badge.credentialSubject.achievement[name] = value;
  };
const drop =
  (name: string) =>
  (badge: Json): void => {
    delete badge[name];
  };

const V2 = "https://www.w3.org/ns/credentials/v2";
const OB = "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json";

const DATA_MODEL: Case[] = [
  ["4.3 @context: a list of addresses, the base context first", () => undefined, "valid"],
  ["4.3 @context: missing", drop("@context"), "refused"],
  ["4.3 @context: a text", set("@context", V2), "refused"],
  ["4.3 @context: another first", set("@context", [OB, V2]), "refused"],
  ["4.3 @context: no Open Badges", set("@context", [V2]), "refused"],
  ["4.3 @context: a number in it", set("@context", [V2, OB, 1]), "refused"],
  [
    "4.3 @context: an object in it, which we do not read",
    set("@context", [V2, OB, { x: "urn:x" }]),
    "refused",
  ],
  ["4.3 @context: twice the same", set("@context", [V2, OB, OB]), "refused"],
  ["4.4 id: missing", drop("id"), "valid"],
  ["4.4 id: no address", set("id", "badge"), "refused"],
  ["4.4 id: a blank node", set("id", "_:badge"), "refused"],
  ["4.4 id: a list", set("id", ["urn:x:1"]), "refused"],
  ["4.4 id: a number", set("id", 1), "refused"],
  ["4.5 type: missing", drop("type"), "refused"],
  ["4.5 type: no VerifiableCredential", set("type", ["OpenBadgeCredential"]), "refused"],
  [
    "4.5 type: the other name of a badge",
    set("type", ["VerifiableCredential", "AchievementCredential"]),
    "valid",
  ],
  [
    "4.5 type: an address for it",
    set("type", ["VerifiableCredential", `${OB}#OpenBadgeCredential`]),
    "refused",
  ],
  ["4.6 name: a text with a language", set("name", { "@value": "Daten", "@language": "de" }), "valid"],
  [
    "4.6 name: several languages",
    set("name", [
      { "@value": "Daten", "@language": "de" },
      { "@value": "Data", "@language": "en", "@direction": "ltr" },
    ]),
    "valid",
  ],
  ["4.6 name: another keyword", set("name", { "@value": "Daten", "@id": "urn:x" }), "refused"],
  ["4.6 name: a number", set("name", 7), "refused"],
  ["4.6 description: a list of lists", set("description", [["x"]]), "refused"],
  ["4.7 issuer: an address", set("issuer", ISSUER), "valid"],
  ["4.7 issuer: missing", drop("issuer"), "refused"],
  ["4.7 issuer: no address", set("issuer", "Open University"), "refused"],
  ["4.7 issuer: an object without an id", set("issuer", { name: "Open University" }), "refused"],
  ["4.7 issuer: two", set("issuer", [ISSUER, ISSUER]), "refused"],
  ["4.8 credentialSubject: missing", drop("credentialSubject"), "refused"],
  ["4.8 credentialSubject: a text", set("credentialSubject", "did:example:1"), "refused"],
  ["4.8 credentialSubject: without claims", set("credentialSubject", {}), "refused"],
  ["4.8 credentialSubject: an empty list", set("credentialSubject", []), "refused"],
  ["4.8 credentialSubject.id: no address", inSubject("id", "me"), "refused"],
  ["4.8 credentialSubject: null in it", inSubject("role", null), "refused"],
  ["4.9 validFrom: missing", drop("validFrom"), "refused"],
  ["4.9 validFrom: no zone", set("validFrom", "2026-04-01T09:41:00"), "refused"],
  ["4.9 validFrom: a day", set("validFrom", "2026-04-01"), "refused"],
  ["4.9 validFrom: no such day", set("validFrom", "2026-02-30T25:00:00Z"), "refused"],
  ["4.9 validFrom: with an offset", set("validFrom", "2026-04-01T09:41:00.5+05:30"), "valid"],
  ["4.9 validUntil: before validFrom", set("validUntil", "2026-03-01T00:00:00Z"), "refused"],
  ["4.9 validUntil: a number", set("validUntil", 4_102_444_800), "refused"],
  ["4.10 credentialStatus: without a type", set("credentialStatus", { id: `${LIST}#6` }), "refused"],
  ["4.10 credentialStatus: a text", set("credentialStatus", `${LIST}#6`), "refused"],
  [
    "4.10 credentialStatus: an id that is no address",
    set("credentialStatus", { ...buildStatus(6), id: "6" }),
    "refused",
  ],
  ["4.10 credentialStatus: two", set("credentialStatus", [buildStatus(6), buildStatus(5)]), "valid"],
  [
    "4.11 credentialSchema: without a type",
    set("credentialSchema", { id: "https://x.example/s" }),
    "refused",
  ],
  ["4.11 credentialSchema: without an id", set("credentialSchema", { type: "JsonSchema" }), "refused"],
  [
    "4.11 credentialSchema: two",
    set("credentialSchema", [
      { id: "https://x.example/s", type: "JsonSchema" },
      { id: "https://x.example/t", type: "JsonSchema" },
    ]),
    "valid",
  ],
  ["5.3 evidence: without a type", set("evidence", { id: "https://x.example/e" }), "refused"],
  ["5.3 evidence: a list", set("evidence", [{ id: "https://x.example/e", type: ["Evidence"] }]), "valid"],
  [
    "5.3 relatedResource: twice the same",
    set("relatedResource", [
      { id: "https://x.example/r", digestSRI: "sha384-x" },
      { id: "https://x.example/r", digestSRI: "sha384-x" },
    ]),
    "refused",
  ],
  ["5.3 relatedResource: without a digest", set("relatedResource", { id: "https://x.example/r" }), "refused"],
  [
    "5.3 relatedResource: with a digest",
    set("relatedResource", { id: "https://x.example/r", digestMultibase: "uEi" }),
    "valid",
  ],
  ["5.4 refreshService: without a type", set("refreshService", { id: "https://x.example/r" }), "refused"],
  ["5.5 termsOfUse: without a type", set("termsOfUse", { id: "https://x.example/t" }), "refused"],
  ["Open Badges: two achievements", inSubject("achievement", [{}, {}]), "refused"],
  ["Open Badges: an achievement without a name", inAchievement("name", undefined), "refused"],
  ["Open Badges: an achievement of another type", inAchievement("type", ["Alignment"]), "refused"],
  ["Open Badges: a subject of another type", inSubject("type", ["Profile"]), "refused"],
  [
    "Open Badges: hashed as a text",
    inSubject("identifier", [
      { type: "IdentityObject", identityType: "name", hashed: "false", identityHash: "Ada" },
    ]),
    "refused",
  ],
];

const isRefused = (verdict: string): boolean =>
  ["refused", "unverifiable", "altered", "unknown_issuer"].includes(verdict);

describe("Verifiable Credentials 2.0 and Open Badges 3.0", () => {
  it.each(DATA_MODEL)("%s", async (_clause, change, expected) => {
    const badge = buildForeignBadge(ISSUER);
    change(badge);
    // By JCS whatever the content is can be signed, and as a token too.
    const signed = await signForeign(badge, "eddsa-jcs-2022", issuer.keys);
    const token = await signForeignToken(
      { ...badge, issuer: { id: ISSUER } },
      "ES256",
      issuer.keys,
      {},
      { issuer: badge.issuer as unknown },
    );
    for (const text of [JSON.stringify(signed), token]) {
      const { verdict } = await issuer.verify(text);
      expect(isRefused(verdict) ? "refused" : verdict).toBe(expected);
    }
  });
});

describe("Data Integrity 1.0", () => {
  const PROOFS: [clause: string, change: (proof: Json) => void, verdict: string][] = [
    ["2.1 type: missing", drop("type"), "unverifiable"],
    ["2.1 type: another", set("type", "Signature"), "unverifiable"],
    ["2.1 cryptosuite: missing", drop("cryptosuite"), "unverifiable"],
    ["2.1 cryptosuite: another", set("cryptosuite", "eddsa-rdfc-2021"), "unverifiable"],
    ["2.1 verificationMethod: missing", drop("verificationMethod"), "unknown_issuer"],
    ["2.1 verificationMethod: another", set("verificationMethod", `${ISSUER}#other`), "unknown_issuer"],
    ["2.1 proofPurpose: missing", drop("proofPurpose"), "unknown_issuer"],
    ["2.1 proofPurpose: another", set("proofPurpose", "authentication"), "unknown_issuer"],
    ["2.1 proofValue: missing", drop("proofValue"), "altered"],
    [
      "2.1 proofValue: without multibase",
      (proof) => (proof.proofValue = String(proof.proofValue).slice(1)),
      "altered",
    ],
    [
      "2.1 proofValue: in another base",
      (proof) => (proof.proofValue = `f${String(proof.proofValue)}`),
      "altered",
    ],
    ["2.1 created: missing", drop("created"), "altered"],
    ["2.1 created: a day", set("created", "2026-04-01"), "unverifiable"],
    ["2.1 created: another moment", set("created", "2026-04-01T00:00:00Z"), "altered"],
    ["2.1 created: in the future", set("created", "2099-01-01T00:00:00Z"), "unverifiable"],
    ["2.1 expires: over", set("expires", "2026-04-02T00:00:00Z"), "unverifiable"],
    ["2.1 expires: no date", set("expires", "never"), "unverifiable"],
    ["2.1 expires: added", set("expires", "2099-01-01T00:00:00Z"), "altered"],
    ["2.1 domain: added", set("domain", "x.example"), "altered"],
    ["2.1 challenge: added", set("challenge", "x"), "altered"],
    ["2.1.2 previousProof: missing", set("previousProof", "urn:uuid:1"), "altered"],
    ["2.4.1 @context: added to the proof", set("@context", [V2]), "altered"],
  ];

  it.each(["eddsa-rdfc-2022", "eddsa-jcs-2022", "ecdsa-rdfc-2019"] as const)(
    "refuses what is wrong in a proof of %s",
    async (suite) => {
      const signed = await signForeign(buildForeignBadge(ISSUER), suite, issuer.keys);
      for (const [clause, change, verdict] of PROOFS) {
        const copy = structuredClone(signed);
        change(copy.proof as Json);
        const found = await issuer.verify(JSON.stringify(copy));
        const isSame = found.verdict === verdict || (isRefused(found.verdict) && clause.startsWith("2.4.1"));
        expect(isSame, `${clause}: ${found.verdict}`).toBe(true);
      }
    },
  );

  it("refuses more proofs than badges have, and none", async () => {
    const signed = await signForeign(buildForeignBadge(ISSUER), "eddsa-jcs-2022", issuer.keys);
    const many = { ...signed, proof: Array.from({ length: 5 }, () => signed.proof as Json) };
    const texts = [many, { ...signed, proof: undefined }, { ...signed, proof: ["x"] }].map((one) =>
      JSON.stringify(one),
    );
    for (const text of texts) expect((await issuer.verify(text)).verdict).toBe("unverifiable");
  });
});

describe("the ECDSA cryptosuites 1.0", () => {
  it("reads keys of P-384, and refuses a key of another curve", async () => {
    const pair = await generate({ curve: "P-384" });
    const keys = { ...issuer.keys, ecdsa: pair };
    issuer.publishKeys((document) => {
      const method = (document.verificationMethod as Json[])[1] as Json;
      method.publicKeyMultibase = pair.publicKeyMultibase;
      method.id = `${ISSUER}#${pair.publicKeyMultibase}`;
      document.assertionMethod[1] = method.id;
    });
    const signed = await signForeign(buildForeignBadge(ISSUER), "ecdsa-rdfc-2019", keys);
    expect((await issuer.verify(JSON.stringify(signed))).verdict).toBe("valid");
    const other = await signForeign(buildForeignBadge(ISSUER), "ecdsa-rdfc-2019", issuer.keys);
    expect((await issuer.verify(JSON.stringify(other))).verdict).toBe("unknown_issuer");
  });
});

describe("Bitstring Status List 1.0", () => {
  const signBadge = async (credentialStatus: unknown): Promise<string> =>
    JSON.stringify(
      await signForeign(buildForeignBadge(ISSUER, { credentialStatus }), "eddsa-jcs-2022", issuer.keys),
    );
  const publish = async (change: (list: Json) => void): Promise<void> => {
    const list = buildList();
    change(list);
    issuer.put(LIST, await signForeign(list, "eddsa-jcs-2022", issuer.keys));
  };

  const ENTRIES: [clause: string, change: Json, verdict: string][] = [
    ["a free place", {}, "valid"],
    ["a revoked place", { statusListIndex: String(PLACES.revoked) }, "revoked"],
    ["2.1 statusListIndex: a number", { statusListIndex: 6 }, "unverifiable"],
    ["2.1 statusListIndex: negative", { statusListIndex: "-1" }, "unverifiable"],
    ["2.1 statusListIndex: not in the list", { statusListIndex: "131072" }, "unverifiable"],
    ["2.1 statusListIndex: missing", { statusListIndex: undefined }, "unverifiable"],
    ["2.1 statusPurpose: missing", { statusPurpose: undefined }, "unverifiable"],
    ["2.1 statusPurpose: unknown", { statusPurpose: "mood" }, "unverifiable"],
    ["2.1 statusPurpose: not that of the list", { statusPurpose: "suspension" }, "unverifiable"],
    ["2.1 statusPurpose: a list", { statusPurpose: ["revocation"] }, "unverifiable"],
    ["2.1 statusPurpose: a message says nothing of validity", { statusPurpose: "message" }, "valid"],
    ["2.1 statusListCredential: missing", { statusListCredential: undefined }, "unverifiable"],
    ["2.1 statusListCredential: no list", { statusListCredential: `${LIST}/none` }, "unverifiable"],
    ["2.1 statusSize: zero", { statusSize: 0 }, "unverifiable"],
    ["2.1 statusSize: a text", { statusSize: "1" }, "unverifiable"],
    [
      "2.1 statusSize: larger than the list",
      { statusSize: 2, statusMessage: [{ status: "0x1" }] },
      "unverifiable",
    ],
    ["2.1 type: another", { type: "RevocationList2020Status" }, "unverifiable"],
  ];

  it.each(ENTRIES)("%s", async (_clause, change, verdict) => {
    const status = JSON.parse(JSON.stringify({ ...buildStatus(PLACES.free), ...change })) as Json;
    expect((await issuer.verify(await signBadge(status))).verdict).toBe(verdict);
  });

  it("2.1 statusSize: the bits of a place are those of its size", async () => {
    await publish((list) => {
      list.credentialSubject.encodedList = encodeList([13], { length: 2 * 131_072 });
    });
    const statusMessage = ["0x0", "0x1", "0x2", "0x3"].map((status) => ({ status, message: "See there." }));
    const verify = async (statusListIndex: string, changes: Json) =>
      issuer.verify(await signBadge({ ...buildStatus(0), statusListIndex, statusSize: 2, ...changes }));
    const verdicts = await Promise.all(["5", "6", "7"].map((index) => verify(index, { statusMessage })));
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(["valid", "revoked", "valid"]);
    // Nothing says what the values of the place mean.
    expect((await verify("5", {})).verdict).toBe("unverifiable");
  });

  it.each<[clause: string, change: (list: Json) => void]>([
    ["2.2 id: another address", set("id", `${LIST}/other`)],
    ["2.2 type: no list", set("type", ["VerifiableCredential"])],
    ["2.2 credentialSubject.type: another", inSubject("type", "StatusList2021")],
    [
      "2.2 credentialSubject: two",
      (list) => (list.credentialSubject = [list.credentialSubject, list.credentialSubject]),
    ],
    ["2.2 statusPurpose: another", inSubject("statusPurpose", "suspension")],
    ["2.2 encodedList: without its letter", inSubject("encodedList", encodeList([], { prefix: "" }))],
    ["2.2 encodedList: not packed", inSubject("encodedList", `u${"A".repeat(1000)}`)],
    ["2.2 validFrom: later", set("validFrom", "2099-01-01T00:00:00Z")],
    ["2.2 validUntil: over", set("validUntil", "2026-04-02T00:00:00Z")],
    ["2.2 validUntil: no date", set("validUntil", "soon")],
    ["3.2 length: shorter than 131,072", inSubject("encodedList", encodeList([], { length: 131_064 }))],
    ["3.2 issuer: another", set("issuer", "did:web:other.example:issuer")],
    ["4.3 @context: its own", (list) => list["@context"].push({ x: "urn:x" })],
  ])("a list with %s cannot be read", async (_clause, change) => {
    await publish(change);
    expect((await issuer.verify(await signBadge(buildStatus(PLACES.free)))).verdict).toBe("unverifiable");
  });

  it("2.2 id: a list may leave it out", async () => {
    await publish(drop("id"));
    expect((await issuer.verify(await signBadge(buildStatus(PLACES.free)))).verdict).toBe("valid");
  });

  it("a list with a wrong proof beside a right one cannot be read", async () => {
    const list = await signForeign(buildList(), "eddsa-jcs-2022", issuer.keys);
    issuer.put(LIST, { ...list, proof: [list.proof, { ...list.proof, created: "2026-04-01T00:00:00Z" }] });
    expect((await issuer.verify(await signBadge(buildStatus(PLACES.free)))).verdict).toBe("unverifiable");
  });
});
