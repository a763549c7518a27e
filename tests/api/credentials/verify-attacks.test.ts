import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Site } from "../../support/credentials/badge-site";
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
import { buildList, encodeList } from "../../support/credentials/memory-issuer";
import {
  assertionPath,
  credentialPath,
  fetchDocument,
  fetchOwnCredential,
} from "../../support/credentials/open-badge-documents";
import { reasonsOf, sendVerification, verify, verifyByApi } from "../../support/credentials/verify-request";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { createEarner, issueAcceptedBadge, type TestEarner } from "../../support/accounts/earners";

// What else was tried against the verifier: parts withheld, keys and documents elsewhere, too much, and badges that are unusual.

let keys: IssuerKeys;
let site: Site;
let did: string;
let organization: TestOrganization;
let earner: TestEarner;

beforeAll(async () => {
  keys = await createIssuerKeys();
  organization = await createTestOrganization("Open University");
  earner = await createEarner();
});

beforeEach(async () => {
  ({ site, did } = await startForeignIssuer(keys));
});

afterEach(() => void vi.restoreAllMocks());

const PAST = "2026-04-02T00:00:00Z";

describe("a badge of which its holder shows a part (ecdsa-sd-2023)", () => {
  const LIST = "/lists/1";
  const publishList = async () => {
    const encodedList = encodeList([7]);
    const list: Json = { ...buildList(), id: site.at(LIST), issuer: did };
    list.credentialSubject = { ...list.credentialSubject, encodedList };
    site.put(LIST, await signForeign(list, "eddsa-jcs-2022", keys));
  };
  const build = (place: number, validUntil: string) => {
    return buildForeignBadge(did, { ...withEntry(site.at(LIST), place), validUntil });
  };
  const shown = ["@context", "id", "type", "issuer", "validFrom", "credentialSubject"];

  it("is valid with its status and its end, and revoked or expired as they say", async () => {
    await publishList();
    const badge = (place: number, end: string) => signForeign(build(place, end), "ecdsa-sd-2023", keys);
    expect((await verify(await badge(6, "2099-01-01T00:00:00Z"))).status).toBe("valid");
    expect((await verify(await badge(7, "2099-01-01T00:00:00Z"))).status).toBe("revoked");
    expect((await verify(await badge(6, PAST))).status).toBe("expired");
  });

  it("is not valid when the issuer let its holder leave them out, whether they are shown or not", async () => {
    await publishList();
    const disclose = (disclosed: string[]) =>
      signForeign(build(7, PAST), "ecdsa-sd-2023", keys, { mandatory: [], disclosed });
    for (const members of [shown, [...shown, "validUntil"], [...shown, "credentialStatus", "validUntil"]]) {
      const result = await verify(await disclose(members.filter((name) => name !== "@context")));
      expect([result.status, reasonsOf(result)]).toEqual([
        "unverifiable",
        expect.arrayContaining(["partly_disclosed"]),
      ]);
    }
  });
});

describe("an issuer's keys and documents elsewhere", () => {
  it("a revoked key does not return by an address, and a file of the origin is no key", async () => {
    const id = site.at("/profile");
    const document = buildIssuerDocument(id, keys);
    const kid = site.at("/keys.json");
    site.put("/keys.json", { ...keys.tokens.ES256.publicKey.export({ format: "jwk" }), kid });
    const token = await signForeignToken(buildForeignBadge(id), "ES256", keys, { kid });
    const methods = (document.verificationMethod as Json[]).map((one) => ({ ...one, revoked: PAST }));
    site.put("/profile", { ...document, verificationMethod: methods });
    expect(await verify(token)).toMatchObject({ status: "unverifiable", reasons: [{ code: "key_revoked" }] });
    const others = await createIssuerKeys();
    site.put("/profile", buildIssuerDocument(id, others));
    expect(await verify(token)).toMatchObject({
      status: "unknown_issuer",
      reasons: [{ code: "key_not_listed" }],
    });
    site.put("/profile", { ...document, id: site.at("/another") });
    expect((await verify(token)).status).toBe("unknown_issuer");
  });

  it.each(["/issuer/did.json?", "/issuer/did.json#", ":a:..:issuer", ":issuer%2F", ":issuer?q="])(
    "did:web with %s names no document",
    async (path) => {
      const issuer = `did:web:${new URL(site.origin).host.replace(":", "%3A")}${path}`;
      const result = await verify(await signForeign(buildForeignBadge(issuer), "eddsa-jcs-2022", keys));
      expect([result.status, reasonsOf(result)[0]]).toEqual(["unverifiable", "issuer_unsupported"]);
      expect(site.requests).toEqual([]);
    },
  );
});

describe("what a stranger can send", () => {
  it("a list of a hundred thousand values is too large, and no error", async () => {
    const badge = JSON.stringify(buildForeignBadge(did, { extra: 0 }));
    const text = badge.replace('"extra":0', `"extra":[${"1,".repeat(125_000)}1]`);
    const token = ["e30", Buffer.from(text).toString("base64url"), "AA"].join(".");
    for (const input of [
      { credential: text },
      { file: Buffer.from(text).toString("base64") },
      { credential: token },
    ])
      expect(await verifyByApi(input)).toMatchObject({
        status: "unverifiable",
        reasons: [{ code: "unprocessable" }],
      });
  });

  it("a copy of a private badge without a proof says nothing of it, also with an empty list of proofs", async () => {
    const { id } = await issueAcceptedBadge(organization, earner, true);
    const json = await fetchOwnCredential(earner, id);
    for (const proof of [undefined, []])
      expect(await verify({ ...json, proof })).toMatchObject({ status: "unverifiable", badge: null });
  });

  it("a copy of a public badge without a proof, or with one of another kind, is published and not called signed", async () => {
    const { id } = await issueAcceptedBadge(organization, earner);
    const { json } = await fetchDocument(credentialPath(id));
    const { proof, ...bare } = json as Json;
    const other = { ...(proof as Json[])[0], cryptosuite: "bbs-2023" };
    const hosted = await fetchDocument(assertionPath(id));
    for (const copy of [bare, { ...bare, proof: [] }, { ...bare, proof: other }, hosted.json as Json]) {
      const result = await verify(copy);
      expect(result).toMatchObject({ status: "valid", issued_here: true });
      expect(result.checks[2]).toMatchObject({
        check: "authenticity",
        result: "passed",
        reason: "published",
      });
    }
    const { checks } = await verify(json as Json);
    expect(checks[2]).toMatchObject({ reason: "signed", detail: "eddsa-rdfc-2022" });
    expect((await verifyByApi({ url: String(bare.id) })).checks[2]).toMatchObject({ reason: "signed" });
    expect((await verify({ ...bare, name: "Doctor" })).status).toBe("altered");
  });

  it("several badges at once are none: two files, a list, and a presentation of two", async () => {
    const badge = await signForeign(buildForeignBadge(did), "eddsa-jcs-2022", keys);
    const form = new FormData();
    for (const name of ["one.json", "two.json"]) form.append("file", new File([JSON.stringify(badge)], name));
    expect((await sendVerification(form)).status).toBe(422);
    expect((await verify(JSON.stringify([badge, badge]))).status).toBe("unverifiable");
    expect((await sendVerification(JSON.stringify([badge, badge]), "application/json")).status).toBe(400);
    const presentation = {
      "@context": badge["@context"] as string[],
      type: ["VerifiablePresentation"],
      verifiableCredential: [badge, badge],
    };
    expect((await verify(presentation)).status).toBe("unverifiable");
  });

  it("the name __proto__ is refused", async () => {
    const signed = await signForeign(buildForeignBadge(did), "eddsa-jcs-2022", keys);
    const text = `{"__proto__":{"name":"Doctor"},${JSON.stringify(signed).slice(1)}`;
    expect((await verify(text)).status).toBe("unverifiable");
    expect((await sendVerification(`{"credential":${text}}`, "application/json")).status).toBe(400);
  });

  it("two dates of one meaning must agree", async () => {
    const sign = (changes: Json) =>
      signForeign(buildForeignBadge(did, changes, true), "Ed25519Signature2020", keys);
    const milder = await sign({ expirationDate: PAST, validUntil: "2099-01-01T00:00:00Z" });
    expect((await verify(milder)).status).toBe("unverifiable");
    const later = await sign({ issuanceDate: "2099-01-01T00:00:00Z", validFrom: "2026-04-01T09:41:00Z" });
    expect((await verify(later)).status).toBe("unverifiable");
  });
});

describe("what a badge says besides", () => {
  const build = (issuer = did) =>
    buildForeignBadge(issuer, { evidence: [{ type: ["Evidence"], narrative: "See https://evil.example" }] });
  const criteria = { path: "credentialSubject.achievement.criteria.narrative", text: "Pass the exam." };
  const evidence = { path: "evidence.0.narrative", text: "See https://evil.example" };

  it("is listed as not checked when the issuer signed it, and else not at all", async () => {
    const signed = await signForeign(build(), "eddsa-rdfc-2022", keys);
    expect(await verify(signed)).toMatchObject({ status: "valid", extensions: [criteria, evidence] });
    const token = await signForeignToken(build(), "ES256", keys, {}, { jti: undefined });
    expect((await verify(token)).extensions).toEqual([criteria, evidence]);
    for (const badge of [build(), { ...signed, evidence: [] }, { ...signed, name: "Doctor" }])
      expect((await verify(badge)).extensions).toEqual([]);
  });

  it("is not listed for badges of this service, which are shown as they were issued", async () => {
    const { id } = await issueAcceptedBadge(organization, earner);
    const { json } = await fetchDocument(credentialPath(id));
    expect(await verify(json as Json)).toMatchObject({ status: "valid", issued_here: true, extensions: [] });
  });
});

describe("a genuine badge that is unusual", () => {
  it("has a type of its own, endorses itself, or names its issuer as creator in another way", async () => {
    const own = buildForeignBadge(did);
    own.type.push("https://example.org/vocab#MyBadge");
    const created = buildForeignBadge(did);
    created.credentialSubject.achievement.creator = {
      id: did,
      type: ["Profile"],
      name: "Open University, Dept. 1",
    };
    for (const badge of [own, created])
      expect((await verify(await signForeign(badge, "eddsa-rdfc-2022", keys))).status).toBe("valid");
  });

  it("names itself in a list of revoked badges by any spelling of its id, and not by another fragment", async () => {
    const credentialStatus = { id: site.at("/revoked"), type: "1EdTechRevocationList" };
    const list = (revokedCredential: unknown) =>
      site.put("/revoked", { id: site.at("/revoked"), issuer: did, revokedCredential } as object);
    for (const id of [
      "https://open.example.org",
      "https://open.example.org/badges#2",
      "https://Open.example.org:443/b#x",
    ]) {
      const badge = await signForeign(
        buildForeignBadge(did, { id, credentialStatus }),
        "eddsa-jcs-2022",
        keys,
      );
      list([id]);
      expect((await verify(badge)).status).toBe("revoked");
      list([{ id: `${id}1` }, { id: `${new URL(id).href.replace(/#.*/, "")}#other` }]);
      expect((await verify(badge)).status).toBe("valid");
      list("nonsense");
      expect((await verify(badge)).status).toBe("unverifiable");
    }
  });
});
