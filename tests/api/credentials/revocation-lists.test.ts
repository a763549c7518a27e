import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { publishBadge, startSite, trustTestSites, type Site } from "../../support/credentials/badge-site";
import type { Json } from "../../support/credentials/foreign-credentials";
import { exportPem, generateRsaKeys, signAssertion } from "../../support/credentials/open-badges";
import { reasonsOf, verifyByApi } from "../../support/credentials/verify-request";

// How issuers of Open Badges 1 and 2 say that a badge is revoked: a signed one in a list, a hosted one at its own URL.

const keys = generateRsaKeys();
const LIST = "/revoked";
const REVOKED = ["revoked", ["revoked"]];
const VALID = ["valid", []];
const UNREAD = ["unverifiable", ["status_not_read"]];

let site: Site;
let documents: ReturnType<typeof publishBadge>;

beforeEach(async () => {
  trustTestSites();
  site = await startSite();
  documents = publishBadge(site, "somebody@example.org");
  site.put("/key", {
    id: site.at("/key"),
    owner: site.at("/issuer"),
    publicKeyPem: exportPem(keys.publicKey),
  });
  publishIssuer(site.at(LIST));
});

afterEach(() => void vi.restoreAllMocks());

/** Publishes the issuer's profile with this member `revocationList`; without it for undefined. */
const publishIssuer = (revocationList: unknown) =>
  site.put("/issuer", { ...documents.issuer, publicKey: site.at("/key"), revocationList });

const signBadge = (changes: Json = {}): string => {
  const verification = { type: "SignedBadge", creator: site.at("/key") };
  const badge: Json = { ...documents.assertion, id: "urn:uuid:own", verification, ...changes };
  return signAssertion(badge, keys.privateKey);
};

/** The first version has no `id` but a `uid`, and calls its verification `verify`. */
const signVersion1 = (uid: unknown): string =>
  signBadge({
    id: undefined,
    verification: undefined,
    uid,
    verify: { type: "signed", url: site.at("/key") },
  });

const verify = async (input: Json): Promise<[string, string[]]> => {
  const result = await verifyByApi(input);
  return [result.status as string, reasonsOf(result)];
};
const verifySigned = (credential: string) => verify({ credential });

describe("a signed badge in the list of its issuer", () => {
  it.each<[what: string, list: Json]>([
    ["by its id", { revokedAssertions: ["urn:uuid:other", "urn:uuid:own"] }],
    ["by its id in an object", { revokedAssertions: [{ id: "urn:uuid:own", revocationReason: "Left." }] }],
    ["by @id", { revokedAssertions: [{ "@id": "urn:uuid:own" }] }],
    ["by its uid", { revokedAssertions: ["own-7"] }],
    ["by its uid in an object", { revokedAssertions: [{ uid: "own-7", revocationReason: "Left." }] }],
    ["by either, beside entries that are none", { revokedAssertions: [null, 7, [], {}, "own-7"] }],
    ["by its uid as a name with a reason (1.0)", { "own-7": "Left.", "own-8": "Left too." }],
    ["by its id as a name with a reason", { "urn:uuid:own": "" }],
  ])("is revoked: %s", async (_what, list) => {
    site.put(LIST, { revokedAssertions: ["urn:uuid:own1", "own-70"] });
    const badge = signBadge({ uid: "own-7" });
    expect(await verifySigned(badge)).toEqual(VALID);
    site.put(LIST, list);
    expect(await verifySigned(badge)).toEqual(REVOKED);
  });

  it("is revoked by its URL, in any spelling", async () => {
    const badge = signBadge({ id: site.at("/signed") });
    for (const id of [site.at("/signed"), site.at("/signed").replace("https", "HTTPS")]) {
      site.put(LIST, { revokedAssertions: [{ id }] });
      expect(await verifySigned(badge)).toEqual(REVOKED);
    }
    site.put(LIST, { revokedAssertions: [{ id: site.at("/signed/2") }] });
    expect(await verifySigned(badge)).toEqual(VALID);
  });

  it("is revoked in version 1 by its uid alone, in either form of the list", async () => {
    for (const list of [{ "own-7": "Left." }, { revokedAssertions: ["own-7"] }]) {
      site.put(LIST, list);
      expect(await verifySigned(signVersion1("own-7"))).toEqual(REVOKED);
      expect(await verifySigned(signVersion1("own-70"))).toEqual(VALID);
    }
  });

  it("is valid when the list is empty, and when the issuer has none", async () => {
    for (const list of [{ revokedAssertions: [] }, {}]) {
      site.put(LIST, list);
      expect(await verifySigned(signBadge())).toEqual(VALID);
    }
    site.put(LIST, { revokedAssertions: ["urn:uuid:own"] });
    publishIssuer(null);
    expect(await verifySigned(signBadge())).toEqual(VALID);
  });

  it("is revoked in a list that the profile names in an array or an object", async () => {
    site.put(LIST, { revokedAssertions: ["urn:uuid:own"] });
    for (const member of [[site.at(LIST)], { id: site.at(LIST) }, [{ id: site.at(LIST) }]]) {
      publishIssuer(member);
      expect(await verifySigned(signBadge())).toEqual(REVOKED);
    }
  });

  it("is revoked by a URN in any spelling of its letters", async () => {
    const id = "urn:uuid:0b7b4b6e-2f0f-4c4c-9a53-3f2f5a0f6f11";
    for (const listed of [id.toUpperCase(), id.replace("urn:uuid", "URN:UUID")]) {
      site.put(LIST, { revokedAssertions: [listed] });
      expect(await verifySigned(signBadge({ id }))).toEqual(REVOKED);
    }
    site.put(LIST, { revokedAssertions: [id.replace("0b7b", "0b7c")] });
    expect(await verifySigned(signBadge({ id }))).toEqual(VALID);
  });

  it("is another one than that with another fragment", async () => {
    const id = `${site.at("/signed")}#1`;
    site.put(LIST, { revokedAssertions: [{ id: `${site.at("/signed")}#2` }] });
    expect(await verifySigned(signBadge({ id }))).toEqual(VALID);
    site.put(LIST, { revokedAssertions: [{ id }] });
    expect(await verifySigned(signBadge({ id }))).toEqual(REVOKED);
  });

  it("is not looked for in an error, or in another document, which would name none", async () => {
    for (const document of [
      { message: "Not found" },
      { error: "Not found" },
      { status: "maintenance" },
      { code: "404", detail: "No such page" },
      { type: "RevocationList", id: site.at(LIST) },
      { id: site.at("/issuer"), name: "Open University" },
    ]) {
      site.put(LIST, document);
      expect(await verifySigned(signBadge()), JSON.stringify(document)).toEqual(UNREAD);
      expect(await verifySigned(signVersion1("own-7")), JSON.stringify(document)).toEqual(UNREAD);
    }
  });

  it("is not looked for in the list of another issuer", async () => {
    for (const issuer of [site.at("/issuer"), { id: site.at("/issuer") }]) {
      site.put(LIST, { issuer, revokedAssertions: [] });
      expect(await verifySigned(signBadge())).toEqual(VALID);
    }
    for (const issuer of [site.at("/other"), { id: site.at("/other") }, 7, null]) {
      site.put(LIST, { issuer, revokedAssertions: [] });
      expect(await verifySigned(signBadge())).toEqual(["unverifiable", ["status_of_another_issuer"]]);
    }
  });
});

describe("the keys of a profile", () => {
  /** Publishes a profile whose keys are embedded and named by a fragment. */
  const publishKeys = (...pairs: [name: string, pem: string][]) => {
    const owner = site.at("/issuer");
    const publicKey = pairs.map(([name, publicKeyPem]) => ({ id: `${owner}#${name}`, owner, publicKeyPem }));
    site.put("/issuer", { ...documents.issuer, publicKey });
  };
  const signBy = (name: string) =>
    signBadge({ verification: { type: "SignedBadge", creator: `${site.at("/issuer")}#${name}` } });

  it("are told apart by their fragments", async () => {
    const other = exportPem(generateRsaKeys().publicKey);
    publishKeys(["first", other], ["second", exportPem(keys.publicKey)]);
    expect(await verifySigned(signBy("second"))).toEqual(VALID);
    expect((await verifySigned(signBy("first")))[0]).toBe("altered");
    expect((await verifySigned(signBy("third")))[0]).toBe("unknown_issuer");
  });
});

describe("a list that cannot be read leaves the badge unverifiable", () => {
  it.each<[what: string, content: Parameters<Site["put"]>[1]]>([
    ["nothing is there", 404],
    ["it is gone", 410],
    ["it is empty", ""],
    ["it is no JSON", "<!doctype html>"],
    ["it is an array", ["urn:uuid:own"]],
    ["its member is no array", { revokedAssertions: "urn:uuid:own" }],
    ["its member is an object", { revokedAssertions: { "urn:uuid:own": "Left." } }],
    ["its member is null", { revokedAssertions: null }],
    ["it is an error", { error: "Try again later." }],
    ["it is another document", { "@context": "https://w3id.org/openbadges/v2" }],
    ["its reasons are no texts", { "own-7": { reason: "Left." } }],
    ["it says one name twice", '{"own-7": "Left.", "own-7": "Left."}'],
    ["an entry is no name", { revokedAssertions: [true] }],
    ["an entry is an object without a name", { revokedAssertions: ["own-8", { revocationReason: "Left." }] }],
  ])("because %s", async (_what, content) => {
    site.put(LIST, content);
    expect(await verifySigned(signBadge({ uid: "own-7" }))).toEqual(UNREAD);
  });

  it.each<[what: string, member: (list: string) => unknown]>([
    ["two lists", (list) => [list, `${list}/2`]],
    ["an array of none", () => []],
    ["no address", () => "revoked"],
    ["an object without an address", () => ({ revokedAssertions: [] })],
    ["a number", () => 7],
    ["an address in this machine", () => "https://127.0.0.1/revoked"],
  ])("because the profile names %s", async (_what, member) => {
    site.put(LIST, { revokedAssertions: [] });
    site.put(`${LIST}/2`, { revokedAssertions: [] });
    publishIssuer(member(site.at(LIST)));
    expect(await verifySigned(signBadge())).toEqual(UNREAD);
  });

  it("because the badge has no name that a list could have", async () => {
    site.put(LIST, { revokedAssertions: [] });
    expect(await verifySigned(signVersion1(undefined))).toEqual(UNREAD);
    expect(await verifySigned(signVersion1(7))).toEqual(UNREAD);
  });
});

describe("a hosted badge", () => {
  it("is not valid when the issuer restricts its addresses in a way that cannot be read", async () => {
    const restrict = (verification: unknown) => site.put("/issuer", { ...documents.issuer, verification });
    const { host } = new URL(site.at("/"));
    for (const open of [
      { type: "HostedBadge", allowedOrigins: host },
      [{ startsWith: [site.at("/")] }],
      undefined,
    ]) {
      restrict(open);
      expect(await verify({ url: site.at("/assertion") })).toEqual(VALID);
    }
    restrict({ startsWith: site.at("/elsewhere/") });
    expect((await verify({ url: site.at("/assertion") }))[0]).toBe("unknown_issuer");
    for (const closed of [7, "HostedBadge", [{}, {}], { allowedOrigins: [host, 7] }, { startsWith: {} }]) {
      restrict(closed);
      expect((await verify({ url: site.at("/assertion") }))[0], JSON.stringify(closed)).toBe("unverifiable");
    }
  });

  it("is revoked when its URL says so or is gone: by its address, and in any copy", async () => {
    const { assertion } = documents;
    const inputs: Json[] = [{ url: site.at("/assertion") }, { credential: assertion }];
    for (const content of [{ ...assertion, revoked: true }, { ...assertion, revoked: "true" }, 410]) {
      site.put("/assertion", assertion);
      for (const input of inputs) expect(await verify(input)).toEqual(VALID);
      site.put("/assertion", content);
      for (const input of inputs) expect(await verify(input)).toEqual(REVOKED);
    }
  });

  it("is revoked by 410 also in version 1, which has its URL under `verify`", async () => {
    const { id: _id, verification: _verification, ...rest } = documents.assertion;
    const assertion = {
      ...rest,
      uid: "own-7",
      verify: { type: "hosted", url: site.at("/assertion") },
    };
    site.put("/assertion", assertion);
    expect(await verify({ credential: assertion })).toEqual(VALID);
    site.put("/assertion", 410);
    expect(await verify({ credential: assertion })).toEqual(REVOKED);
  });

  it("is not revoked by 410 of its badge class or its issuer, and needs no list", async () => {
    site.put(LIST, { revokedAssertions: [site.at("/assertion")] });
    expect(await verify({ url: site.at("/assertion") })).toEqual(VALID);
    for (const path of ["/class", "/issuer"]) {
      publishBadge(site, "somebody@example.org");
      site.put(path, 410);
      expect((await verify({ url: site.at("/assertion") }))[0]).toBe("unverifiable");
    }
  });
});
