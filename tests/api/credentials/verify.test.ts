import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  openVerificationResult,
  sealVerificationResult,
} from "@/lib/credentials/external-badges/sealed-result";
import { verifyBadgeAddress, verifyBadgeFile } from "@/lib/credentials/external-badges/verify";
import { POST } from "@/app/(public)/verify/file/route";
import { clock } from "@/lib/kernel/clock";
import { defineEncryptedColumn } from "@/lib/kernel/secrets";
import { createTestOrganization, createTemplate, type TestOrganization } from "../../support/builders";
import { ORIGIN } from "../../support/http/client";
import { digestTables } from "../../support/platform/database";
import { publishBadge, startSite, trustTestSites, type Site } from "../../support/credentials/badge-site";
import {
  issueAcceptedBadge,
  issueBadgeTo,
  createEarner,
  type TestEarner,
} from "../../support/identity/earners";
import { buildPng, buildTextChunk } from "../../support/credentials/baked-badges";
import {
  signAssertion,
  buildOpenBadge,
  exportPem,
  generateRsaKeys,
} from "../../support/credentials/open-badges";
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
  return "verdict" in found ? found.verdict : found;
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
      const { checked_at: _, ...verdict } = await verifyAddress(` ${ORIGIN}${path} `);
      expect(verdict, path).toEqual({
        status: "valid",
        isOurs: true,
        badge: {
          name: "Data Analysis",
          issuer: "Open University",
          earner: "Ada Okafor",
          issued_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          expires_on: "2036-03-01",
        },
        domain: null,
        revocation: null,
        page: `${ORIGIN}/badges/${id}`,
        host: "localhost:3000",
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
        issuer: "Open University",
        earner: null,
        issued_on: data.issued_at_date,
      },
      revocation: { on: data.state_updated_at.slice(0, 10), reason: "Issued by mistake." },
      page: null,
    });
    expect(await verifyAddress(`${ORIGIN}/badges/${hidden.id}`)).toMatchObject({
      status: "revoked",
      badge: null,
      domain: null,
      revocation: null,
    });
  });

  it("is replaced or unknown, and then shows no more", async () => {
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
      page: badgePageUrl(data.id),
    });
    for (const address of [
      badgePageUrl(kept.id),
      badgePageUrl(data.id),
      badgePageUrl(organization.id),
      `${ORIGIN}/sign-in`,
    ]) {
      expect(await verifyAddress(address)).toMatchObject({
        status: "unknown",
        isOurs: true,
        badge: null,
        page: null,
      });
    }
  });

  it("is recognized by its files, whatever a copy contains", async () => {
    const { id } = await issueAcceptedBadge(organization, earner);
    const address = ORIGIN + assertionPath(id);
    const baked = (await fetchDocument(`${assertionPath(id)}/image`)).bytes;
    expect(await verifyFile(baked)).toEqual({ address });
    const { json } = await fetchDocument(credentialPath(id));
    const forged = { ...json, name: "Doctor", validUntil: "2099-01-01T00:00:00Z" };
    expect(await verifyFile(text(forged))).toEqual({ address: ORIGIN + credentialPath(id) });
    const jwt = (await fetchDocument(credentialPath(id), { accept: "application/vc+jwt" })).bytes;
    expect(await verifyFile(jwt)).toEqual({ address: ORIGIN + credentialPath(id) });
    // An assertion hosted elsewhere that names ours is recognized too.
    const { assertion } = buildOpenBadge(site.origin, earner.email);
    site.put("/copy", { ...assertion, id: address });
    expect(await verifyAddress(site.at("/copy"))).toMatchObject({ status: "valid", isOurs: true });
  });
});

describe("a badge of another issuer", () => {
  const badge = {
    name: "Data Analysis",
    issuer: "Open University",
    earner: null,
    issued_on: "2026-03-01",
    expires_on: "2036-03-01",
  };

  it("is valid when its issuer confirms it at its own URL, for any recipient", async () => {
    publishBadge(site, "somebody@example.org");
    const { checked_at: _, ...verdict } = await verifyAddress(site.at("/assertion"));
    expect(verdict).toEqual({
      status: "valid",
      isOurs: false,
      badge,
      domain: null,
      revocation: null,
      page: site.at("/assertion"),
      host: new URL(site.origin).host,
    });
    const baked = buildPng([buildTextChunk("iTXt", "openbadges", site.at("/assertion"))]);
    expect(await verifyFile(baked)).toEqual({ address: site.at("/assertion") });
  });

  it("has expired, or was revoked", async () => {
    const { assertion } = publishBadge(site, "a@example.org", { expires: "2026-04-01T00:00:00Z" });
    expect(await verifyAddress(site.at("/assertion"))).toMatchObject({ status: "expired", isOurs: false });
    site.put("/assertion", { ...assertion, revoked: true });
    expect(await verifyAddress(site.at("/assertion"))).toMatchObject({ status: "revoked", badge: null });
    site.put("/assertion", 410);
    expect(await verifyAddress(site.at("/assertion"))).toMatchObject({ status: "revoked", badge: null });
  });

  it("is unverified when only the file claims it, and forged when its signature does not match", async () => {
    const { assertion, issuer } = publishBadge(site, "a@example.org");
    const own = { ...assertion, id: "urn:uuid:own" };
    expect(await verifyFile(text(own))).toMatchObject({ status: "unverified", badge });
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
      status: "forged",
      badge: null,
    });
  });

  it("cannot be read, or cannot be reached", async () => {
    site.put("/page", "<!doctype html><title>Nothing</title>");
    for (const given of [site.at("/page"), "nothing", "javascript:alert(1)", ""]) {
      expect(await verifyAddress(given), given).toMatchObject({ status: "unreadable", badge: null });
    }
    for (const bytes of [text(""), text("{"), text([1]), Buffer.from([255, 0]), buildPng()]) {
      expect(await verifyFile(bytes)).toMatchObject({ status: "unreadable", badge: null });
    }
    for (const given of [site.at("/missing"), "https://169.254.169.254/", "https://localhost/"]) {
      expect(await verifyAddress(given), given).toMatchObject({ status: "unreached", badge: null });
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
      isOurs: false,
    });
    for (const file of [document, jwt]) {
      expect(await verifyFile(text(file))).toMatchObject({ status: "valid", host: "badges.example.org" });
    }
    await organization.client.put(`/badges/${id}/revoke`, { reason: "Issued by mistake." });
    for (const file of [document, jwt]) {
      expect(await verifyFile(text(file))).toMatchObject({ status: "revoked", badge: null });
    }
  });

  it("is forged when any part of it was changed", async () => {
    const { document, jwt } = await publishCredential();
    const [header, payload = "", signature] = jwt.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as object;
    const changed = Buffer.from(JSON.stringify({ ...claims, name: "Doctor" })).toString("base64url");
    for (const file of [{ ...document, name: "Doctor" }, `${header}.${changed}.${signature}`]) {
      expect(await verifyFile(text(file))).toMatchObject({ status: "forged" });
    }
  });

  it.each<[string, (document: Json) => object]>([
    ["without a proof", (one) => ({ ...one, proof: undefined })],
    [
      "with a proof of another suite",
      (one) => ({ ...one, proof: { ...one.proof, cryptosuite: "bbs-2023" } }),
    ],
    [
      "with a key that its issuer does not list",
      (one) => ({
        ...one,
        proof: { ...one.proof, verificationMethod: `${one.issuer.id}#other` },
      }),
    ],
    ["of an issuer without an address", (one) => ({ ...one, issuer: { ...one.issuer, id: "did:key:z6Mk" } })],
    [
      "with a status that nobody here can read",
      (one) => ({
        ...one,
        proof: undefined,
        credentialStatus: { id: "https://x.example/1", type: "BitstringStatusListEntry" },
      }),
    ],
  ])("is unverified %s", async (_what, change) => {
    const { document } = await publishCredential();
    const verdict = await verifyFile(text(change(document)));
    expect(verdict).toMatchObject({ status: "unverified", badge: { issuer: "Open University" } });
  });
});

describe("POST /verify/file", () => {
  const postFile = async (file: Buffer | string | null, name = "file") => {
    const form = new FormData();
    if (file !== null)
      form.set(name, typeof file === "string" ? file : new File([new Uint8Array(file)], "badge"));
    const headers = { "x-client-address": nextVisitor() };
    const before = await digestTables();
    const response = await POST(
      new Request(`${ORIGIN}/verify/file`, { method: "POST", body: form, headers }),
    );
    expect([response.status, response.headers.get("cache-control")]).toEqual([303, "no-store"]);
    expect(await digestTables()).toEqual(before);
    const location = new URL(response.headers.get("location") ?? "");
    expect([location.origin, location.pathname]).toEqual([ORIGIN, "/verify"]);
    return Object.fromEntries(location.searchParams);
  };

  it("303: redirects to the URL in a baked image, or to the result; nothing is stored", async () => {
    const { assertion } = publishBadge(site, "a@example.org");
    const baked = buildPng([buildTextChunk("iTXt", "openbadges", site.at("/assertion"))]);
    expect(await postFile(baked)).toEqual({ url: site.at("/assertion") });
    const { seen = "" } = await postFile(text({ ...assertion, id: "urn:uuid:own" }));
    expect(openVerificationResult(seen)).toMatchObject({ status: "unverified" });
  });

  it("303: redirects to the form, which says what is wrong", async () => {
    expect(await postFile(null)).toEqual({ problem: "no_file" });
    expect(await postFile("no file")).toEqual({ problem: "no_file" });
    expect(await postFile(Buffer.alloc(0))).toEqual({ problem: "no_file" });
    expect(await postFile(Buffer.alloc(10 * 1024 * 1024 + 1))).toEqual({ problem: "too_large" });
    const request = new Request(`${ORIGIN}/verify/file`, { method: "POST", body: "{}" });
    expect((await POST(request)).headers.get("location")).toBe(`${ORIGIN}/verify?problem=no_file`);
  });
});

describe("a sealed result", () => {
  it("opens for a quarter of an hour, and no other text opens", async () => {
    publishBadge(site, "a@example.org");
    const verdict = await verifyAddress(site.at("/assertion"));
    const sealed = sealVerificationResult(verdict);
    expect(openVerificationResult(sealed)).toEqual(verdict);
    const text = JSON.stringify({ purpose: "verdict", verdict, until: Date.now() + 1_000 });
    const foreign = defineEncryptedColumn("verdict", "elsewhere").encrypt(text, "page").toString("base64url");
    for (const other of ["", "x", `${sealed}A`, `B${sealed.slice(1)}`, foreign, "x".repeat(10_000)]) {
      expect(openVerificationResult(other)).toBeNull();
    }
    vi.spyOn(clock, "now").mockReturnValue(new Date(Date.now() + 15 * 60_000 + 1));
    expect(openVerificationResult(sealed)).toBeNull();
  });
});
