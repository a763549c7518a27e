import { createPublicKey } from "node:crypto";
import { jwtVerify, type JWK } from "jose";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { getSigningKeys } from "@/lib/credentials/issuer-keys/service";
import { createTestOrganization, createTemplate, type TestOrganization } from "../../support/builders";
import { ORIGIN } from "../../support/http/client";
import { dumpTables, sql } from "../../support/platform/database";
import {
  issueAcceptedBadge,
  issueBadgeTo,
  createEarner,
  type TestEarner,
} from "../../support/accounts/earners";
import {
  assertionPath,
  credentialPath,
  fetchDocument,
  publishAtSecondOrigin,
  type Json,
} from "../../support/credentials/open-badge-documents";

let organization: TestOrganization;
let earner: TestEarner;

beforeAll(async () => {
  organization = await createTestOrganization("Open University");
  earner = await createEarner();
});

afterEach(() => void vi.restoreAllMocks());

const fetchCredential = (id: string, headers = {}) => fetchDocument(credentialPath(id), headers);
const fetchStatus = (id: string) => fetchDocument(`${credentialPath(id)}/status`);
const issuerPath = (): string => `/v1/obi/v3/issuers/${organization.id}`;
const issuerDid = (): string => `did:web:localhost%3A3000:v1:obi:v3:issuers:${organization.id}`;
const decodeJwtPart = (jwt: string, index: number) =>
  JSON.parse(Buffer.from(jwt.split(".")[index] ?? "", "base64url").toString()) as Record<string, unknown>;

describe("GET /obi/v3/credentials/{id}", () => {
  it("200: a signed credential with a hashed recipient", async () => {
    const template = await createTemplate(organization, { name: "Data Analysis", skills: ["SQL"] });
    const { id } = await issueBadgeTo(organization, earner.email, {
      badge_template_id: template.id,
      expires_at: "2036-03-01T00:00:00Z",
      evidence: [{ type: "PlainTextEvidence", title: "Note", description: "Well done." }],
    });
    await earner.client.post(`/badges/${id}/accept`, { private: false });
    const { status: code, json, headers } = await fetchCredential(id);
    expect([code, headers.get("content-type")]).toEqual([200, "application/ld+json"]);
    const { proof, credentialSubject, issuer, ...rest } = json;
    const image = {
      id: expect.stringMatching(/image\.png$/),
      type: "Image",
      caption: "Badge: Data Analysis",
    };
    expect(rest).toEqual({
      "@context": [
        "https://www.w3.org/ns/credentials/v2",
        "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
        "https://purl.imsglobal.org/spec/ob/v3p0/extensions.json",
      ],
      id: ORIGIN + credentialPath(id),
      type: ["VerifiableCredential", "OpenBadgeCredential"],
      name: "Data Analysis",
      description: "What it says.",
      image,
      validFrom: expect.stringMatching(/:\d\dZ$/),
      validUntil: "2036-03-01T00:00:00Z",
      awardedDate: rest.validFrom,
      evidence: [{ type: ["Evidence"], name: "Note", narrative: "Well done." }],
      credentialStatus: {
        id: expect.stringMatching(/#\d+$/),
        type: "BitstringStatusListEntry",
        statusPurpose: "revocation",
        statusListIndex: expect.stringMatching(/^\d+$/),
        statusListCredential: `${ORIGIN}${issuerPath()}/status_lists/1`,
      },
      credentialSchema: [
        {
          id: "https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json",
          type: "1EdTechJsonSchemaValidator2019",
        },
      ],
    });
    const profile = { id: issuerDid(), type: ["Profile"], name: "Open University" };
    expect(credentialSubject).toEqual({
      id: expect.stringMatching(/^urn:uuid:/),
      type: ["AchievementSubject"],
      identifier: [
        {
          type: "IdentityObject",
          identityType: "emailAddress",
          hashed: true,
          salt: expect.any(String),
          identityHash: expect.stringMatching(/^sha256\$[\da-f]{64}$/),
        },
      ],
      achievement: {
        id: `${ORIGIN}/v1/obi/v2/badge_classes/${template.id}`,
        type: ["Achievement"],
        creator: expect.objectContaining(profile),
        achievementType: "Badge",
        name: "Data Analysis",
        description: "What it says.",
        criteria: { id: "https://example.org/course" },
        image,
        tag: ["SQL"],
      },
    });
    expect(issuer).toMatchObject(profile);
    expect(proof.map((one: Json) => one.cryptosuite)).toEqual(["eddsa-rdfc-2022", "eddsa-jcs-2022"]);
    for (const { verificationMethod } of proof)
      expect(verificationMethod.startsWith(`${issuerDid()}#z6Mk`)).toBe(true);
    expect(JSON.stringify(json)).not.toContain(earner.email);
    // It was signed once.
    expect((await fetchCredential(id)).headers.get("etag")).toBe(headers.get("etag"));
  });

  it("200: with the type and the standards of its template, as they were when it was accepted", async () => {
    const template = await createTemplate(organization, {
      achievement_type: "MicroCredential",
      alignments: [
        {
          name: "Loops",
          url: "https://example.org/loops",
          framework: "National standards",
          code: "CS.4",
          type: "ceasn:Competency",
        },
        { name: "Bare", url: "https://example.org/bare" },
        { name: "Without an address", code: "CS.5" },
      ],
    });
    const { id } = await issueAcceptedBadge(organization, earner, false, { badge_template_id: template.id });
    const { json: before, bytes } = await fetchCredential(id);
    expect(before.credentialSubject.achievement).toMatchObject({
      achievementType: "MicroCredential",
      alignment: [
        {
          type: ["Alignment"],
          targetName: "Loops",
          targetUrl: "https://example.org/loops",
          targetFramework: "National standards",
          targetCode: "CS.4",
          targetType: "ceasn:Competency",
        },
        { type: ["Alignment"], targetName: "Bare", targetUrl: "https://example.org/bare" },
        {
          type: ["Alignment"],
          targetName: "Without an address",
          targetUrl: expect.stringMatching(new RegExp(`/v1/obi/v2/badge_classes/${template.id}#alignment-`)),
          targetCode: "CS.5",
        },
      ],
    });
    const change = await organization.client.put(`/badge_templates/${template.id}`, {
      achievement_type: "Course",
      alignments: [],
    });
    expect([change.status, change.data.achievement_type]).toEqual([200, "Course"]);
    expect((await fetchCredential(id)).bytes.equals(bytes)).toBe(true);
  });

  it("200: as a JWT when requested, signed by the key that its header names", async () => {
    const { id } = await issueAcceptedBadge(organization, earner);
    const { bytes, headers } = await fetchCredential(id, { accept: "application/vc+jwt" });
    expect(headers.get("content-type")).toBe("application/vc+jwt");
    const jwt = bytes.toString();
    const { kid, ...header } = decodeJwtPart(jwt, 0);
    expect(header).toEqual({ alg: "ES256", typ: "JWT" });
    const did = (await fetchDocument(`${issuerPath()}/did.json`)).json;
    const method = did.verificationMethod.find((one: Json) => one.id === kid);
    expect(did.assertionMethod).toContain(kid);
    const { payload } = await jwtVerify(jwt, method.publicKeyJwk as JWK, { clockTolerance: 1 });
    const { proof: _proof, ...document } = (await fetchCredential(id)).json;
    const { iss, sub, jti, nbf, ...content } = payload;
    expect(content).toEqual(document);
    expect([iss, sub, jti, nbf]).toEqual([
      issuerDid(),
      document.credentialSubject.id,
      document.id,
      Date.parse(document.validFrom) / 1_000,
    ]);
    const { json: jwks } = await fetchDocument(`${issuerPath()}/jwks`);
    expect(jwks.keys).toContainEqual(method.publicKeyJwk);
  });

  it("404 for private, pending and unknown badges; 410 for a revoked one", async () => {
    const pending = await issueBadgeTo(organization, earner.email);
    const kept = await issueAcceptedBadge(organization, earner, true);
    for (const id of [pending.id, kept.id, organization.id, "nothing"]) {
      expect((await fetchCredential(id)).status).toBe(404);
      expect((await fetchStatus(id)).status).toBe(404);
    }
    const { id } = await issueAcceptedBadge(organization, earner);
    await organization.client.put(`/badges/${id}/revoke`, { reason: "Issued by mistake." });
    for (const accept of ["*/*", "application/vc+jwt"]) {
      const { status: code, json } = await fetchCredential(id, { accept });
      expect([code, json.data.code]).toEqual([410, "gone"]);
      expect(json.data.message).toMatch(
        /^This badge was revoked by its issuer\. Badge: .+ Reason: Issued by/,
      );
    }
  });

  it("302: a replaced badge redirects to the newest once that is public", async () => {
    const { id } = await issueAcceptedBadge(organization, earner);
    const template = await createTemplate(organization);
    const body = { badge_template_id: template.id, issued_at: "2026-05-01" };
    const { data } = await organization.client.post(`/badges/${id}/replace`, body);
    expect((await fetchCredential(id)).status).toBe(410);
    await earner.client.post(`/badges/${data.id}/accept`, { private: false });
    const { status: code, headers } = await fetchCredential(id);
    expect([code, headers.get("location")]).toEqual([302, ORIGIN + credentialPath(data.id)]);
    const [only] = (await fetchStatus(id)).json.revokedCredential;
    expect(only).toMatchObject({ id: ORIGIN + credentialPath(id), revoked: true });
  });
});

describe("GET /obi/v3/credentials/{id}/status", () => {
  it("200: an empty list, which names the credential after it was revoked", async () => {
    const { id } = await issueAcceptedBadge(organization, earner);
    const before = await fetchStatus(id);
    expect([before.status, before.json]).toEqual([
      200,
      { id: `${ORIGIN}${credentialPath(id)}/status`, issuer: ORIGIN + issuerPath(), revokedCredential: [] },
    ]);
    await organization.client.put(`/badges/${id}/revoke`, { reason: "Issued by mistake." });
    expect((await fetchStatus(id)).json.revokedCredential).toEqual([
      { id: ORIGIN + credentialPath(id), revoked: true, revocationReason: "Issued by mistake." },
    ]);
  });
});

describe("GET /obi/v3/issuers/{id}", () => {
  it("200: the profile with the keys, consistent in all places", async () => {
    const { status: code, json } = await fetchDocument(issuerPath());
    expect(code).toBe(200);
    const id = ORIGIN + issuerPath();
    const [multikey, jsonWebKey] = json.verificationMethod;
    expect(json).toMatchObject({ id, type: ["Profile"], name: "Open University" });
    expect(json.assertionMethod).toEqual([multikey.id, jsonWebKey.id]);
    expect(multikey).toEqual({
      id: `${id}#${multikey.publicKeyMultibase}`,
      type: "Multikey",
      controller: id,
      publicKeyMultibase: expect.stringMatching(/^z6Mk/),
    });
    const jwk = (await fetchDocument(`${issuerPath()}/jwk`)).json;
    expect(jsonWebKey.publicKeyJwk).toEqual(jwk);
    expect((await fetchDocument(`${issuerPath()}/jwks`)).json.keys).toContainEqual(jwk);
    const did = await fetchDocument(`${issuerPath()}/did.json`);
    expect(did.headers.get("content-type")).toBe("application/did+json");
    expect(json.alsoKnownAs).toEqual([issuerDid()]);
    expect(did.json).toMatchObject({ id: issuerDid(), alsoKnownAs: [id] });
    const [forProofs, ...forTokens] = did.json.verificationMethod;
    expect(forProofs.publicKeyMultibase).toBe(multikey.publicKeyMultibase);
    expect(forTokens).toMatchObject([
      { type: "Multikey", publicKeyMultibase: expect.stringMatching(/^zDn/) },
      { type: "JsonWebKey", publicKeyJwk: { kty: "EC", crv: "P-256" } },
    ]);
  });

  it("404: unknown, and creates no key for it", async () => {
    const before = await sql("SELECT count(*) FROM signing_keys");
    for (const part of ["", "/jwk", "/jwks", "/did.json"]) {
      expect((await fetchDocument(`/v1/obi/v3/issuers/${earner.id}${part}`)).status).toBe(404);
    }
    expect(await sql("SELECT count(*) FROM signing_keys")).toEqual(before);
  });

  it("200: many concurrent first requests get one key of each algorithm, whose private part is stored encrypted", async () => {
    const { id } = await createTestOrganization();
    const all = await Promise.all(Array.from({ length: 12 }, () => getSigningKeys(id)));
    for (const use of ["proofs", "tokens"] as const)
      expect(new Set(all.map((keys) => keys[use].multikey)).size).toBe(1);
    const dump = await dumpTables();
    const [one] = all;
    for (const { privateKey, jwk } of one ? [one.proofs, one.tokens] : []) {
      expect(createPublicKey(privateKey).export({ format: "jwk" }).x).toBe(jwk.x);
      const pkcs8 = privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
      const seed = Buffer.from(privateKey.export({ format: "jwk" }).d ?? "", "base64url").toString("hex");
      for (const text of [seed, pkcs8]) expect(dump).not.toContain(text);
    }
    expect(dump).toContain(Buffer.from(one?.proofs.jwk.x ?? "", "base64url").toString("hex"));
  });
});

describe("a badge published here and imported into a wallet as an external badge", () => {
  const importCredential = async (body: Record<string, unknown>) => {
    const { status: code, data } = await earner.client.post("/external_badges", body);
    expect(code, JSON.stringify(data)).toBe(201);
    await earner.client.delete(`/external_badges/${data.id}`);
    return data;
  };

  it("201: is verified, as assertion, baked image, credential and JWT", async () => {
    const { id } = await issueAcceptedBadge(organization, earner);
    const { origin, fetch } = publishAtSecondOrigin();
    const assertion = `${origin}${assertionPath(id)}`;
    const baked = (await fetch(`${assertionPath(id)}/image`)).bytes;
    const jwt = (await fetch(credentialPath(id), { accept: "application/vc+jwt" })).bytes.toString();
    const document = (await fetch(credentialPath(id))).json;
    for (const [body, version] of [
      [{ url: assertion }, "2.0"],
      [{ url: `${assertion}/image` }, "2.0"],
      [{ image: baked.toString("base64") }, "2.0"],
      [{ url: origin + credentialPath(id) }, "3.0"],
      [{ assertion: document }, "3.0"],
      [{ assertion: jwt }, "3.0"],
    ] as const) {
      const data = await importCredential(body);
      expect(data, JSON.stringify(body)).toMatchObject({
        verification_status: { verified: true },
        badge_version: version,
        issuer_name: "Open University",
        image_url: expect.any(String),
        skills: [{ name: "Testing" }],
      });
    }
  });
});
