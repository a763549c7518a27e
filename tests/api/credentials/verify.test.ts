import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { verifyBadgeAddress, verifyBadgeFile } from "@/lib/credentials/verification/service";
import { clock } from "@/lib/kernel/clock";
import { createTestOrganization, createTemplate, type TestOrganization } from "../../support/builders";
import { ORIGIN } from "../../support/http/client";
import { dispatch } from "../../support/http/routes";
import { publishBadge, startSite, trustTestSites, type Site } from "../../support/credentials/badge-site";
import {
  issueAcceptedBadge,
  issueBadgeTo,
  createEarner,
  type TestEarner,
} from "../../support/accounts/earners";
import { buildPng, buildTextChunk } from "../../support/credentials/baked-badges";
import { signAssertion, exportPem, generateRsaKeys } from "../../support/credentials/open-badges";
import {
  assertionPath,
  credentialPath,
  fetchDocument,
  publishAtSecondOrigin,
  type Json,
} from "../../support/credentials/open-badge-documents";

let organization: TestOrganization;
let earner: TestEarner;
let site: Site;
let visitors = 0;

beforeAll(async () => {
  organization = await createTestOrganization("Open University");
  earner = await createEarner();
});

beforeEach(async () => {
  trustTestSites();
  site = await startSite();
});

afterEach(() => void vi.restoreAllMocks());

/** Each request comes from a visitor of its own, so that no limit applies. */
const nextVisitor = (): string => `192.0.2.${(visitors += 1)}`;
const verifyAddress = (address: string) => verifyBadgeAddress(address, nextVisitor());
const verifyFile = async (bytes: Buffer) => {
  const found = await verifyBadgeFile(bytes, nextVisitor());
  return "result" in found ? found.result : found;
};
const text = (value: unknown): Buffer =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value));

describe("a badge issued here", () => {
  it("is checked against our records under any of its URLs, and nothing is fetched", async () => {
    const template = await createTemplate(organization, { name: "Data Analysis" });
    const { id } = await issueBadgeTo(organization, earner.email, {
      badge_template_id: template.id,
      expires_at: "2036-03-01T00:00:00Z",
    });
    await earner.client.post(`/badges/${id}/accept`, { private: false });
    const paths = [
      `/badges/${id}`,
      `/badges/${id}?lang=de#x`,
      assertionPath(id),
      `${assertionPath(id)}/image`,
      `/obi/v2/badge_assertions/${id.toUpperCase()}`,
      credentialPath(id),
    ];
    for (const path of paths) {
      const { checked_at: _, ...result } = await verifyAddress(` ${ORIGIN}${path} `);
      expect(result, path).toEqual({
        status: "valid",
        issued_here: true,
        badge: {
          name: "Data Analysis",
          description: expect.any(String),
          earner: "Ada Okafor",
          issued_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          expires_on: "2036-03-01",
          is_test: false,
        },
        issuer: {
          id: `did:web:localhost%3A3000:v1:obi:v3:issuers:${organization.id}`,
          name: "Open University",
          host: "localhost:3000",
          domain: null,
        },
        revocation: null,
        differences: [],
        extensions: [],
        url: `${ORIGIN}/badges/${id}`,
        checks: [
          { check: "format", result: "passed", reason: null, detail: "Open Badges 3.0" },
          { check: "issuer", result: "passed", reason: null, detail: "localhost:3000" },
          { check: "authenticity", result: "passed", reason: "signed", detail: "eddsa-rdfc-2022" },
          { check: "status", result: "passed", reason: null, detail: null },
          { check: "start", result: "passed", reason: null, detail: null },
          { check: "expiry", result: "passed", reason: null, detail: null },
        ],
      });
    }
    vi.spyOn(clock, "now").mockReturnValue(new Date("2036-03-02"));
    expect((await verifyAddress(`${ORIGIN}/badges/${id}`)).status).toBe("expired");
  });

  it("was revoked: shows by whom, when and why, unless its earner kept it private", async () => {
    const [shown, hidden] = [
      await issueAcceptedBadge(organization, earner),
      await issueAcceptedBadge(organization, earner, true),
    ];
    await organization.client.put(`/badges/${hidden.id}/revoke`, { reason: "Secret reason." });
    const body = { reason: "Issued by mistake." };
    const { data } = await organization.client.put(`/badges/${shown.id}/revoke`, body);
    expect(await verifyAddress(`${ORIGIN}/badges/${shown.id}`)).toMatchObject({
      status: "revoked",
      badge: {
        name: data.badge_template.name,
        earner: null,
        issued_on: data.issued_at_date,
      },
      issuer: { name: "Open University" },
      revocation: { on: data.state_updated_at.slice(0, 10), reason: "Issued by mistake." },
      url: null,
    });
    expect(await verifyAddress(`${ORIGIN}/badges/${hidden.id}`)).toMatchObject({
      status: "revoked",
      badge: null,
      issuer: null,
      revocation: null,
    });
  });

  it("is replaced or unknown, and then shows no more", async () => {
    const noId = `${ORIGIN}/badges/${"-".repeat(36)}`;
    expect(await verifyAddress(noId)).toMatchObject({
      status: "unverifiable",
      issued_here: true,
      badge: null,
    });
    const [old, kept] = [
      await issueAcceptedBadge(organization, earner),
      await issueAcceptedBadge(organization, earner, true),
    ];
    const template = await createTemplate(organization);
    const body = { badge_template_id: template.id, issued_at: "2026-05-01" };
    const { data } = await organization.client.post(`/badges/${old.id}/replace`, body);
    const badgePageUrl = (id: string) => `${ORIGIN}/badges/${id}`;
    expect(await verifyAddress(badgePageUrl(old.id))).toMatchObject({
      status: "replaced",
      badge: null,
      url: null,
    });
    for (const address of [
      badgePageUrl(kept.id),
      badgePageUrl(data.id),
      badgePageUrl(organization.id),
      `${ORIGIN}/sign-in`,
    ]) {
      expect(await verifyAddress(address)).toMatchObject({
        status: "unverifiable",
        checks: [{ check: "format", reason: "not_public" }],
        issued_here: true,
        badge: null,
        url: null,
      });
    }
  });

  it("is recognized by its files", async () => {
    const { id } = await issueAcceptedBadge(organization, earner);
    const address = ORIGIN + assertionPath(id);
    const { bytes: baked } = await fetchDocument(`${assertionPath(id)}/image`);
    expect(await verifyFile(baked)).toEqual({ address });
    const files = [
      `${credentialPath(id)}.json`,
      `${credentialPath(id)}.jwt`,
      `${credentialPath(id)}/image.png`,
      `${credentialPath(id)}/image.svg`,
      `${assertionPath(id)}/image.svg`,
    ];
    for (const path of files) {
      const { bytes } = await fetchDocument(path);
      expect(await verifyFile(bytes), path).toMatchObject({
        status: "valid",
        issued_here: true,
        differences: [],
        url: `${ORIGIN}/badges/${id}`,
      });
    }
  });

  it("was altered in a copy: says where", async () => {
    const { id } = await issueAcceptedBadge(organization, earner);
    const { json } = await fetchDocument(credentialPath(id));
    const { bytes: jwt } = await fetchDocument(`${credentialPath(id)}.jwt`);
    const [header, payload = "", signature] = jwt.toString().split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Json;
    const encode = (value: Json) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const name = { field: "name", issued: json.name, given: "Doctor" };
    const validUntil = { field: "validUntil", issued: null, given: "2099-01-01T00:00:00Z" };
    const altered = { name: "Doctor", validUntil: "2099-01-01T00:00:00Z" };
    for (const copy of [
      { ...json, ...altered },
      `${header}.${encode({ ...claims, ...altered })}.${signature}`,
    ]) {
      expect(await verifyFile(text(copy))).toMatchObject({
        status: "altered",
        issued_here: true,
        badge: { name: json.name },
        differences: [name, validUntil],
      });
    }
    const forged = {
      ...json,
      proof: json.proof.map((one: Json) => ({ ...one, proofValue: json.proof[1].proofValue })),
    };
    expect(await verifyFile(text(forged))).toMatchObject({
      status: "altered",
      differences: [{ field: "proof", issued: null, given: null }],
    });
    // Without a proof it is still what we issued, as our records show.
    expect(await verifyFile(text({ ...json, proof: undefined }))).toMatchObject({ status: "valid" });
  });

  it("was altered in an assertion, also one that is published elsewhere", async () => {
    const { id } = await issueAcceptedBadge(organization, earner);
    const { json } = await fetchDocument(assertionPath(id));
    const identity = `sha256$${"0".repeat(64)}`;
    const copy = { ...json, recipient: { ...json.recipient, identity } };
    const differences = [{ field: "recipient", issued: json.recipient.identity, given: identity }];
    expect(await verifyFile(text(copy))).toMatchObject({ status: "altered", issued_here: true, differences });
    site.put("/copy", copy);
    expect(await verifyAddress(site.at("/copy"))).toMatchObject({ status: "altered", issued_here: true });
    site.put("/copy", json);
    expect(await verifyAddress(site.at("/copy"))).toMatchObject({ status: "valid", issued_here: true });
  });

  it("is private: valid in a file that its earner shows, and an altered one reveals nothing", async () => {
    const { id } = await issueAcceptedBadge(organization, earner, true);
    const url = `${ORIGIN}/v1/me/badges/${id}/credential`;
    const response = await dispatch(new Request(url, { headers: earner.headers }));
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(await verifyFile(bytes)).toMatchObject({
      status: "valid",
      url: null,
      issuer: { name: "Open University" },
    });
    const altered = { ...(JSON.parse(bytes.toString()) as Json), name: "Doctor" };
    const result = await verifyFile(text(altered));
    expect(result).toMatchObject({ status: "altered", badge: null, differences: [], url: null });
    await organization.client.put(`/badges/${id}/revoke`, { reason: "Secret reason." });
    expect(await verifyFile(bytes)).toMatchObject({ status: "revoked", revocation: null });
  });
});

describe("a badge of another issuer", () => {
  const badge = {
    name: "Data Analysis",
    earner: null,
    issued_on: "2026-03-01",
    expires_on: "2036-03-01",
  };

  it("is valid when its issuer confirms it at its own URL, for any recipient", async () => {
    publishBadge(site, "somebody@example.org");
    const { host } = new URL(site.origin);
    expect(await verifyAddress(site.at("/assertion"))).toMatchObject({
      status: "valid",
      issued_here: false,
      badge,
      issuer: { id: site.at("/issuer"), name: "Open University", host, domain: null },
      revocation: null,
      url: site.at("/assertion"),
      checks: [
        { check: "format", detail: "Open Badges 2.0" },
        { check: "issuer", result: "passed", detail: host },
        { check: "authenticity", result: "passed", reason: "published", detail: host },
        { check: "status", result: "passed" },
        { check: "start", result: "passed" },
        { check: "expiry", result: "passed" },
      ],
    });
    const baked = buildPng([buildTextChunk("iTXt", "openbadges", site.at("/assertion"))]);
    expect(await verifyFile(baked)).toEqual({ address: site.at("/assertion") });
  });

  it("has expired, or was revoked", async () => {
    const { assertion } = publishBadge(site, "a@example.org", { expires: "2026-04-01T00:00:00Z" });
    expect(await verifyAddress(site.at("/assertion"))).toMatchObject({
      status: "expired",
      issued_here: false,
    });
    site.put("/assertion", { ...assertion, revoked: true });
    expect(await verifyAddress(site.at("/assertion"))).toMatchObject({
      status: "revoked",
      badge: { ...badge, expires_on: "2026-04-01" },
    });
    site.put("/assertion", 410);
    expect(await verifyAddress(site.at("/assertion"))).toMatchObject({ status: "revoked", badge: null });
  });

  it("cannot be verified when only the file claims it, and was altered when its signature does not match", async () => {
    const { assertion, issuer } = publishBadge(site, "a@example.org");
    const own = { ...assertion, id: "urn:uuid:own" };
    expect(await verifyFile(text(own))).toMatchObject({ status: "unverifiable", badge });
    const [keys, others] = [generateRsaKeys(), generateRsaKeys()];
    site.put("/key", {
      id: site.at("/key"),
      owner: site.at("/issuer"),
      publicKeyPem: exportPem(keys.publicKey),
    });
    site.put("/issuer", { ...issuer, publicKey: site.at("/key") });
    const signed = { ...own, verification: { type: "SignedBadge", creator: site.at("/key") } };
    expect(await verifyFile(text(signAssertion(signed, keys.privateKey)))).toMatchObject({
      status: "valid",
      badge,
    });
    expect(await verifyFile(text(signAssertion(signed, others.privateKey)))).toMatchObject({
      status: "altered",
      badge,
    });
    site.put("/issuer", { ...issuer, publicKey: [] });
    expect(await verifyFile(text(signAssertion(signed, keys.privateKey)))).toMatchObject({
      status: "unknown_issuer",
    });
  });

  const unreadable = (reason: string) => ({
    status: "unverifiable",
    badge: null,
    checks: [{ check: "format", reason }],
  });

  it("cannot be read, or cannot be reached", async () => {
    site.put("/page", "<!doctype html><title>Nothing</title>");
    for (const given of [site.at("/page"), "nothing", "javascript:alert(1)", ""]) {
      expect(await verifyAddress(given), given).toMatchObject(unreadable("not_a_badge"));
    }
    for (const bytes of [text(""), text("{"), text([1]), Buffer.from([255, 0]), buildPng()]) {
      expect(await verifyFile(bytes)).toMatchObject(unreadable("not_a_badge"));
    }
    for (const given of [site.at("/missing"), "https://169.254.169.254/", "https://localhost/"]) {
      expect(await verifyAddress(given), given).toMatchObject(unreadable("not_reached"));
    }
  });

  it("429: is looked up sixty times an hour per IP address; our own badges do not count", async () => {
    const from = nextVisitor();
    const { id } = await issueAcceptedBadge(organization, earner);
    for (let time = 0; time < 60; time += 1) await verifyBadgeAddress(site.at("/missing"), from);
    await expect(verifyBadgeAddress(site.at("/missing"), from)).rejects.toMatchObject({ status: 429 });
    expect((await verifyBadgeAddress(`${ORIGIN}/badges/${id}`, from)).status).toBe("valid");
  });
});

describe("a credential of Open Badges 3.0 of another issuer", () => {
  /** A credential that our service published, presented as another issuer's so that its parts can be changed. */
  async function publishCredential() {
    const { id } = await issueAcceptedBadge(organization, earner);
    const { origin, fetch } = publishAtSecondOrigin();
    const document = (await fetch(credentialPath(id))).json;
    const jwt = (await fetch(credentialPath(id), { accept: "application/vc+jwt" })).bytes.toString();
    return { id, origin, document, jwt };
  }

  it("is valid by its proof or its signature, and revoked once its issuer revokes it", async () => {
    const { id, origin, document, jwt } = await publishCredential();
    expect(await verifyAddress(origin + credentialPath(id))).toMatchObject({
      status: "valid",
      issued_here: false,
    });
    for (const file of [document, jwt]) {
      expect(await verifyFile(text(file))).toMatchObject({
        status: "valid",
        issuer: { host: "badges.example.org" },
      });
    }
    await organization.client.put(`/badges/${id}/revoke`, { reason: "Issued by mistake." });
    for (const file of [document, jwt]) {
      expect(await verifyFile(text(file))).toMatchObject({
        status: "revoked",
        badge: { name: document.name },
      });
    }
  });

  it("was altered when any part of it was changed", async () => {
    const { document, jwt } = await publishCredential();
    const [header, payload = "", signature] = jwt.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as object;
    const changed = Buffer.from(JSON.stringify({ ...claims, name: "Doctor" })).toString("base64url");
    for (const file of [{ ...document, name: "Doctor" }, `${header}.${changed}.${signature}`]) {
      expect(await verifyFile(text(file))).toMatchObject({ status: "altered" });
    }
  });
});
