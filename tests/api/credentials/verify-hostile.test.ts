import { gzipSync } from "node:zlib";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { publishBadge, type Site } from "../../support/credentials/badge-site";
import { buildPng } from "../../support/credentials/baked-badges";
import {
  buildForeignBadge,
  buildIssuerDocument,
  createIssuerKeys,
  signForeign,
  signForeignToken,
  type IssuerKeys,
  type Json,
} from "../../support/credentials/foreign-credentials";
import { startForeignIssuer, withEntry } from "../../support/credentials/foreign-issuer";
import { encodeList } from "../../support/credentials/memory-issuer";
import { reasonsOf, sendVerification, verify, verifyByApi } from "../../support/credentials/verify-request";

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

const signBadge = (changes: Json = {}) =>
  signForeign(buildForeignBadge(did, changes), "eddsa-rdfc-2022", keys);

describe("the status", () => {
  const LIST = "/lists/1";
  const entry = (index: number, changes: Json = {}) => withEntry(site.at(LIST), index, changes);
  const buildList = (issuer: string, encodedList: string, statusPurpose = "revocation") => ({
    "@context": ["https://www.w3.org/ns/credentials/v2"],
    id: site.at(LIST),
    type: ["VerifiableCredential", "BitstringStatusListCredential"],
    issuer,
    validFrom: "2026-04-01T00:00:00Z",
    credentialSubject: {
      id: site.at(`${LIST}#list`),
      type: "BitstringStatusList",
      statusPurpose,
      encodedList,
    },
  });
  const publish = async (encodedList: string, purpose?: string) =>
    site.put(LIST, await signForeign(buildList(did, encodedList, purpose), "eddsa-rdfc-2022", keys));

  it("is in a bitstring list: revoked or suspended by its bit alone", async () => {
    await publish(encodeList([7]));
    expect((await verify(await signBadge(entry(6)))).status).toBe("valid");
    expect(await verify(await signBadge(entry(7)))).toMatchObject({
      status: "revoked",
      reasons: [{ code: "revoked" }],
    });
    expect((await verify(await signBadge(entry(7, { statusPurpose: "refresh" })))).status).toBe("valid");
    await publish(encodeList([7]), "suspension");
    const suspended = await signBadge(entry(7, { statusPurpose: "suspension" }));
    expect(await verify(suspended)).toMatchObject({
      status: "revoked",
      reasons: [{ code: "suspended" }],
    });
  });

  it("is in a status list of 2021, or in a list that is a JWT", async () => {
    const list = {
      ...buildList(did, encodeList([7], { prefix: "" })),
      "@context": [
        "https://www.w3.org/2018/credentials/v1",
        "https://w3id.org/vc/status-list/2021/v1",
        "https://w3id.org/security/suites/ed25519-2020/v1",
      ],
      type: ["VerifiableCredential", "StatusList2021Credential"],
      validFrom: undefined,
      issuanceDate: "2026-04-01T00:00:00Z",
    };
    list.credentialSubject.type = "StatusList2021";
    const unsigned = JSON.parse(JSON.stringify(list)) as Json;
    site.put(LIST, await signForeign(unsigned, "Ed25519Signature2020", keys));
    const badge = (index: number) =>
      signForeignToken(buildForeignBadge(did, entry(index, { type: "StatusList2021Entry" })), "ES256", keys);
    expect((await verify(await badge(6))).status).toBe("valid");
    expect((await verify(await badge(7))).status).toBe("revoked");
    site.put(
      LIST,
      await signForeignToken({ ...buildList(did, encodeList([7])), issuer: { id: did } }, "ES256", keys),
    );
    expect((await verify(await signBadge(entry(6)))).status).toBe("valid");
    expect((await verify(await signBadge(entry(7)))).status).toBe("revoked");
  });

  it("is in a list of Open Badges that names credentials", async () => {
    const credentialStatus = { id: site.at("/revoked"), type: "1EdTechRevocationList" };
    const badge = await signForeignToken(buildForeignBadge(did, { credentialStatus }), "ES256", keys);
    const { id } = JSON.parse(Buffer.from(badge.split(".")[1] ?? "", "base64url").toString()) as Json;
    site.put("/revoked", {
      id: site.at("/revoked"),
      issuer: did,
      revokedCredential: [{ id: "urn:uuid:other" }],
    });
    expect((await verify(badge)).status).toBe("valid");
    site.put("/revoked", {
      id: site.at("/revoked"),
      issuer: did,
      revokedCredential: [{ id, revoked: true }],
    });
    expect((await verify(badge)).status).toBe("revoked");
  });

  it.each<[string, () => unknown]>([
    ["status_not_read", () => site.put(LIST, 404)],
    ["status_not_read", () => site.put(LIST, "no list")],
    ["status_not_read", () => site.put(LIST, buildList(did, encodeList([])))],
    [
      "status_not_read",
      async () =>
        site.put(LIST, {
          ...(await signForeign(buildList(did, encodeList([7])), "eddsa-rdfc-2022", keys)),
          name: "x",
        }),
    ],
    ["status_not_read", () => publish("uH4sIAAAA")],
    ["status_not_read", () => publish(encodeList([], { length: 64 }))],
    ["status_not_read", () => publish(encodeList([]), "suspension")],
    ["status_not_read", () => publish(`u${gzipSync(Buffer.alloc(64 * 1024 * 1024)).toString("base64url")}`)],
    [
      "status_of_another_issuer",
      async () => {
        const other = `${did}2`;
        site.put("/issuer2/did.json", buildIssuerDocument(other, keys));
        site.put(LIST, await signForeign(buildList(other, encodeList([])), "eddsa-rdfc-2022", keys));
      },
    ],
  ])("cannot be known: %s", async (code, prepare) => {
    await prepare();
    const result = await verify(await signBadge(entry(70)));
    expect([result.status, reasonsOf(result)]).toEqual(["unverifiable", [code]]);
  });
});

describe("what is hostile or no badge", () => {
  const nest = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

  it.each<[string, () => Json | Promise<Json>, string]>([
    ["text", () => ({ credential: "nothing" }), "not_a_badge"],
    ["an empty object", () => ({ credential: {} }), "incomplete"],
    [
      "a credential without an achievement",
      () => ({ credential: buildForeignBadge(did, { credentialSubject: {} }) }),
      "incomplete",
    ],
    [
      "more than a mebibyte",
      () => ({ credential: JSON.stringify({ a: "x".repeat(1024 * 1024) }) }),
      "too_large",
    ],
    ["100,000 levels as text", () => ({ credential: nest(100_000) }), "unprocessable"],
    ["an image without a badge", () => ({ file: buildPng().toString("base64") }), "not_a_badge"],
    [
      "an SVG with entities",
      () => ({
        file: Buffer.from(
          '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>',
        ).toString("base64"),
      }),
      "not_a_badge",
    ],
    [
      "a hundred thousand comments",
      () => ({ file: Buffer.from(`<?xml?>${"<!---->".repeat(100_000)}`).toString("base64") }),
      "not_a_badge",
    ],
    ["no base64", () => ({ file: "%%%" }), "not_a_badge"],
    ["an address that does not answer", () => ({ url: site.at("/missing") }), "not_reached"],
    ["a private address", () => ({ url: "https://169.254.169.254/" }), "not_reached"],
    ["no signature", () => ({ credential: buildForeignBadge(did) }), "unsigned"],
    [
      "another suite",
      async () => ({
        credential: {
          ...(await signBadge()),
          proof: { type: "DataIntegrityProof", cryptosuite: "bbs-2023" },
        },
      }),
      "unsupported_suite",
    ],
    [
      "a proof that has expired",
      async () => {
        const signed = await signBadge();
        return { credential: { ...signed, proof: { ...signed.proof, expires: "2026-04-02T00:00:00Z" } } };
      },
      "proof_expired",
    ],
    [
      "an unknown context",
      async () => {
        const signed = await signBadge();
        return { credential: { ...signed, "@context": [...signed["@context"], site.at("/context.json")] } };
      },
      "context_not_approved",
    ],
    [
      "a member that is not signed",
      async () => ({ credential: { ...(await signBadge()), unheard: "of" } }),
      "unsigned_members",
    ],
    [
      "contexts that include each other",
      async () => {
        const signed = await signBadge();
        return { credential: { ...signed, "@context": [...signed["@context"], { a: "b:x", b: "a:x" }] } };
      },
      "context_not_approved",
    ],
  ])("%s is unverifiable, with the reason", async (_what, build, code) => {
    const result = await verifyByApi(await build());
    expect([result.status, reasonsOf(result)[0]]).toEqual(["unverifiable", code]);
    expect(site.requests.filter((path) => path === "/context.json")).toEqual([]);
  });

  it("deep JSON that is not text gets a verdict, too", async () => {
    const { status, data } = await sendVerification(`{"credential":${nest(100_000)}}`, "application/json");
    expect([status, data.status, reasonsOf(data)]).toEqual([200, "unverifiable", ["unprocessable"]]);
  });

  it("a badge that leads to more requests than the budget allows", async () => {
    const { assertion } = publishBadge(site, "a@example.org");
    expect((await verifyByApi({ credential: assertion })).status).toBe("valid");
    expect(site.requests.length).toBeLessThanOrEqual(8);
    const credentialStatus = Array.from({ length: 50 }, (_, index) => ({
      id: site.at(`/list/${index}`),
      type: "1EdTechRevocationList",
    }));
    const result = await verify(
      await signForeignToken(buildForeignBadge(did, { credentialStatus }), "ES256", keys),
    );
    expect([result.status, reasonsOf(result)]).toEqual(["unverifiable", ["status_not_read"]]);
  });

  it("a copy of a hosted assertion in another spelling is no altered one", async () => {
    const { assertion: hosted } = publishBadge(site, "a@example.org", {
      issuedOn: "2026-01-01T00:00:00Z",
      expires: undefined,
    });
    const { badge, recipient } = hosted as Json;
    for (const change of [
      { expires: null },
      { issuedOn: 1_767_225_600 },
      { issuedOn: "1767225600" },
      { issuedOn: "2026-01-01T01:00:00,000+01:00" },
      { badge: [badge] },
      { badge: { "@id": badge } },
      { badge: { id: badge } },
      { recipient: [recipient] },
      { recipient: { ...recipient, identity: String(recipient.identity).toUpperCase() } },
    ]) {
      const result = await verify({ ...hosted, ...change });
      expect([result.status, result.differences], JSON.stringify(change)).toEqual(["valid", []]);
    }
    for (const change of [
      { issuedOn: "2026-01-02T00:00:00Z" },
      { issuedOn: "nonsense" },
      { badge: `${badge}2` },
      { recipient: { ...recipient, identity: "mallory@example.org" } },
      { recipient: "" },
    ])
      expect((await verify({ ...hosted, ...change })).status, JSON.stringify(change)).toBe("altered");
  });

  it("a copy of a hosted assertion that was altered says where", async () => {
    const { assertion } = publishBadge(site, "a@example.org", { expires: "2026-04-02T00:00:00Z" });
    const result = await verify({ ...assertion, expires: "2099-01-01T00:00:00Z" });
    expect(result).toMatchObject({
      status: "altered",
      differences: [
        { field: "expires", issued: "2026-04-02T00:00:00.000Z", given: "2099-01-01T00:00:00.000Z" },
      ],
    });
    site.put("/assertion", { ...assertion, revoked: true });
    expect((await verify(assertion as Json)).status).toBe("revoked");
  });
});
