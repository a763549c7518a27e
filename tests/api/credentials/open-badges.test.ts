import { createHash } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { readPngText } from "@/lib/credentials/verification/badge-text";
import { bakePng } from "@/lib/credentials/open-badges/baking";
import { getImageBytes } from "@/lib/art/images/service";
import {
  authorizeIssuer,
  createTestOrganization,
  createTemplate,
  type TestOrganization,
} from "../../support/builders";
import { ORIGIN } from "../../support/http/client";
import { sql } from "../../support/platform/database";
import {
  issueAcceptedBadge,
  issueBadgeTo,
  createEarner,
  type TestEarner,
} from "../../support/accounts/earners";
import { assertionPath, fetchDocument } from "../../support/credentials/open-badge-documents";

let organization: TestOrganization;
let earner: TestEarner;

beforeAll(async () => {
  organization = await createTestOrganization("Open University");
  earner = await createEarner();
});

afterEach(() => void vi.restoreAllMocks());

const changes = {
  expires_at: "2036-03-01T00:00:00Z",
  evidence: [
    { type: "UrlEvidence", value: "https://example.org/work", name: "Work", description: "A thesis." },
    { type: "PlainTextEvidence", title: "Note", description: "Well done." },
    { type: "KeyValueGroupEvidence", name: "Marks", values: [{ key: "Exam", value: "A" }] },
  ],
};

/** A badge that its earner made public. */
async function issueShownBadge(by = earner, body: Record<string, unknown> = {}) {
  const badge = await issueBadgeTo(organization, by.email, body);
  const { status } = await by.client.post(`/badges/${badge.id}/accept`, { private: false });
  expect(status).toBe(200);
  return badge;
}

const fetchAssertion = (id: string, headers = {}) => fetchDocument(assertionPath(id), headers);

describe("GET /obi/v2/badge_assertions/{id}", () => {
  it("200: an assertion whose recipient is a salted hash", async () => {
    const template = await createTemplate(organization);
    const { id } = await issueShownBadge(earner, { ...changes, badge_template_id: template.id });
    const { status, json, headers } = await fetchAssertion(id);
    expect(status).toBe(200);
    const { recipient, ...rest } = json;
    const address = `${ORIGIN}/v1/obi/v2/badge_assertions/${id}`;
    expect(rest).toEqual({
      "@context": "https://w3id.org/openbadges/v2",
      id: address,
      type: "Assertion",
      badge: `${ORIGIN}/v1/obi/v2/badge_classes/${template.id}`,
      image: `${address}/image`,
      issuedOn: expect.stringMatching(/^\d{4}-.*Z$/),
      expires: "2036-03-01T00:00:00.000Z",
      evidence: [
        { type: "Evidence", id: "https://example.org/work", name: "Work", narrative: "A thesis." },
        { type: "Evidence", name: "Note", narrative: "Well done." },
        { type: "Evidence", name: "Marks", narrative: "- Exam: A" },
      ],
      verification: { type: "HostedBadge" },
    });
    const hash = createHash("sha256").update(earner.email + recipient.salt);
    expect(recipient).toMatchObject({
      type: "email",
      hashed: true,
      identity: `sha256$${hash.digest("hex")}`,
    });
    expect(JSON.stringify(json)).not.toContain(earner.email);
    expect(headers.get("set-cookie")).toBeNull();
    // The salt is the same each time, and differs between badges.
    expect((await fetchAssertion(id)).json.recipient.salt).toBe(recipient.salt);
    const other = await fetchAssertion((await issueShownBadge()).id);
    expect(other.json.recipient.salt).not.toBe(recipient.salt);
  });

  it("200: in the requested media type, for every origin, revalidated by its ETag", async () => {
    const { id } = await issueShownBadge();
    for (const [accept, type] of [
      ["*/*", "application/ld+json"],
      ["text/html", "application/ld+json"],
      ["application/json", "application/json"],
      ["application/json;q=0.1, application/ld+json", "application/ld+json"],
    ] as const) {
      const { headers } = await fetchAssertion(id, { accept });
      expect(headers.get("content-type")).toBe(type);
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("cache-control")).toBe("public, max-age=60, must-revalidate");
      expect(headers.get("vary")).toBe("Accept");
    }
    const etag = (await fetchAssertion(id)).headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const given of [etag, `W/${etag}`, `"x", ${etag}`]) {
      const again = await fetchAssertion(id, { "if-none-match": given });
      expect([again.status, again.bytes.length, again.headers.get("etag")]).toEqual([304, 0, etag]);
    }
    expect((await fetchAssertion(id, { "if-none-match": '"x"' })).status).toBe(200);
  });

  it("204 and 405: OPTIONS allows reading from other origins, and writing is refused", async () => {
    const { id } = await issueShownBadge();
    const { status, headers } = await fetchDocument(
      assertionPath(id),
      { origin: "https://x.example" },
      "OPTIONS",
    );
    expect(status).toBe(204);
    expect(headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-methods")).toBe("GET, HEAD, OPTIONS");
    expect((await fetchDocument(assertionPath(id), {}, "POST")).status).toBe(405);
    const other = await fetchDocument("/v1/me", { origin: "https://x.example" }, "OPTIONS");
    expect(other.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("404: pending, rejected, private, deleted and unknown badges alike", async () => {
    const pending = await issueBadgeTo(organization, earner.email);
    const rejected = await issueBadgeTo(organization, earner.email);
    await earner.client.post(`/badges/${rejected.id}/reject`);
    const kept = await issueAcceptedBadge(organization, earner, true);
    const deleted = await issueShownBadge();
    await organization.client.delete(`/badges/${deleted.id}`);
    const bodies = new Set<string>();
    for (const id of [pending.id, rejected.id, kept.id, deleted.id, organization.id, "nothing"]) {
      for (const path of [assertionPath(id), `${assertionPath(id)}/image`]) {
        const { status, json, headers } = await fetchDocument(path);
        expect([status, json.data.code, headers.get("cache-control")]).toEqual([
          404,
          "not_found",
          "no-store",
        ]);
        expect(headers.get("access-control-allow-origin")).toBe("*");
        bodies.add(JSON.stringify(json));
      }
    }
    expect(bodies.size).toBe(1);
  });

  it("404: while its earner keeps the badge private; afterwards it is available again", async () => {
    const { id } = await issueShownBadge();
    expect((await fetchAssertion(id)).status).toBe(200);
    await earner.client.patch(`/badges/${id}`, { public: false });
    expect((await fetchAssertion(id)).status).toBe(404);
    expect((await fetchDocument(`${assertionPath(id)}/image`)).status).toBe(404);
    await earner.client.patch(`/badges/${id}`, { public: true });
    expect((await fetchAssertion(id)).status).toBe(200);
  });

  it("410: a revoked badge shows what, by whom, when and why, unless its earner kept it private", async () => {
    const [open, kept] = [await issueShownBadge(), await issueAcceptedBadge(organization, earner, true)];
    await organization.client.put(`/badges/${kept.id}/revoke`, { reason: "Issued by mistake." });
    const body = { reason: "Issued by mistake." };
    const { data: revoked } = await organization.client.put(`/badges/${open.id}/revoke`, body);
    const { status, json, headers } = await fetchAssertion(open.id);
    expect(status).toBe(410);
    expect(headers.get("content-type")).toBe("application/ld+json");
    expect(json).toEqual({
      "@context": "https://w3id.org/openbadges/v2",
      id: ORIGIN + assertionPath(open.id),
      type: "Assertion",
      revoked: true,
      revocationReason: "Issued by mistake.",
      badge: {
        id: expect.stringContaining(`${ORIGIN}/v1/obi/v2/badge_classes/${revoked.badge_template.id}`),
        type: "BadgeClass",
        name: revoked.badge_template.name,
        issuer: {
          id: `${ORIGIN}/v1/obi/v2/issuers/${organization.id}`,
          type: "Issuer",
          name: revoked.issuer.entities[0].entity.name,
        },
      },
      issuedOn: revoked.issued_at,
      revokedOn: revoked.state_updated_at,
    });
    const other = await fetchAssertion(kept.id);
    expect([other.status, Object.keys(other.json)]).toEqual([410, ["@context", "id", "type", "revoked"]]);
    expect((await fetchDocument(`${assertionPath(open.id)}/image`)).status).toBe(410);
  });

  it("404: a badge that was revoked before its earner accepted it, because it was never public", async () => {
    const { id } = await issueBadgeTo(organization, earner.email);
    await organization.client.put(`/badges/${id}/revoke`, { reason: "Nobody's business." });
    expect((await fetchAssertion(id)).status).toBe(404);
    expect((await fetchDocument(`${assertionPath(id)}/image`)).status).toBe(404);
  });

  it("302: a replaced badge redirects to the newest once that is public", async () => {
    const { id } = await issueShownBadge();
    const template = await createTemplate(organization);
    const body = { badge_template_id: template.id, issued_at: "2026-05-01" };
    const { data } = await organization.client.post(`/badges/${id}/replace`, body);
    expect((await fetchAssertion(id)).status).toBe(410);
    expect((await fetchAssertion(data.id)).status).toBe(404);
    await earner.client.post(`/badges/${data.id}/accept`, { private: false });
    const { status, headers, bytes } = await fetchAssertion(id);
    expect([status, headers.get("location"), bytes.length]).toEqual([
      302,
      ORIGIN + assertionPath(data.id),
      0,
    ]);
    const image = await fetchDocument(`${assertionPath(id)}/image`);
    expect(image.headers.get("location")).toBe(`${ORIGIN}${assertionPath(data.id)}/image`);
    await organization.client.delete(`/badges/${data.id}`);
    expect((await fetchAssertion(id)).status).toBe(410);
  });
});

describe("GET /obi/v2/badge_assertions/{id}/image", () => {
  it("200: the badge's art with its assertion baked in", async () => {
    const { id } = await issueShownBadge();
    const { status, bytes, headers } = await fetchDocument(`${assertionPath(id)}/image`);
    expect([status, headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(readPngText(bytes, "openbadges", 4_096)).toBe(ORIGIN + assertionPath(id));
    const [row] = await sql(
      "SELECT image_id FROM badge_templates JOIN issued_badges AS badge ON badge.badge_template_id = badge_templates.id WHERE badge.id = $1",
      [id],
    );
    const art = Buffer.from(await getImageBytes(String(row?.image_id)));
    expect(bytes.equals(bakePng(art, "assertion", ORIGIN + assertionPath(id)))).toBe(true);
    const again = await fetchDocument(`${assertionPath(id)}/image`, {
      "if-none-match": headers.get("etag") ?? "",
    });
    expect(again.status).toBe(304);
  });
});

const classPath = (id: string): string => `/v1/obi/v2/badge_classes/${id}`;

describe("GET /obi/v2/badge_classes/{id}", () => {
  it("200: the template's data in the vocabulary of Open Badges", async () => {
    const template = await createTemplate(organization, {
      name: "Data Analysis",
      skills: ["Statistics", "SQL"],
      alignments: [
        {
          name: "Framework",
          url: "https://example.org/frame",
          description: "Level 4",
          framework: "National standards",
          code: "CS.4",
          type: "CFItem",
        },
        { name: "Without an address", code: "CS.5" },
      ],
      badge_template_activities: [
        { title: "Pass the exam", activity_type: "Assessment", activity_url: "https://example.org/exam" },
      ],
    });
    const { status, json } = await fetchDocument(classPath(template.id));
    const { data } = await organization.client.get(`/badge_templates/${template.id}`);
    expect(status).toBe(200);
    expect(json).toEqual({
      "@context": "https://w3id.org/openbadges/v2",
      id: ORIGIN + classPath(template.id),
      type: "BadgeClass",
      name: "Data Analysis",
      description: "What it says.",
      image: {
        type: "Image",
        id: expect.stringMatching(/^http.*\/images\/.*\/image\.png$/),
        caption: "Badge: Data Analysis",
      },
      criteria: {
        id: "https://example.org/course",
        narrative: "- Assessment: Pass the exam (https://example.org/exam)",
      },
      tags: ["Statistics", "SQL"],
      alignment: [
        {
          targetName: "Framework",
          targetUrl: "https://example.org/frame",
          targetDescription: "Level 4",
          targetFramework: "National standards",
          targetCode: "CS.4",
        },
        {
          targetName: "Without an address",
          targetUrl: `${ORIGIN}${classPath(template.id)}#alignment-${data.alignments[1].id}`,
          targetCode: "CS.5",
        },
      ],
      issuer: `${ORIGIN}/v1/obi/v2/issuers/${organization.id}`,
    });
  });

  it("404: drafts, unknown templates, and a private one until a badge of it is public", async () => {
    const draft = await createTemplate(organization, { state: "draft" });
    const kept = await createTemplate(organization, { public: false });
    for (const id of [draft.id, kept.id, organization.id, "nothing"]) {
      expect((await fetchDocument(classPath(id))).status).toBe(404);
    }
    await issueShownBadge(earner, { badge_template_id: kept.id });
    expect((await fetchDocument(classPath(kept.id))).status).toBe(200);
  });

  it("200: of an issuer that issued it in its own name; 404 for one that did not", async () => {
    const grantor = await createTestOrganization();
    const template = await createTemplate(grantor);
    await authorizeIssuer(grantor, organization, { display_issuer_as: "issuer" });
    const path = `${classPath(template.id)}?issuer_id=${organization.id}`;
    expect((await fetchDocument(path)).status).toBe(404);
    const { id } = await issueShownBadge(await createEarner(), { badge_template_id: template.id });
    const { json } = await fetchAssertion(id);
    expect(json.badge).toBe(ORIGIN + path);
    const named = await fetchDocument(json.badge);
    expect(named.json).toMatchObject({
      id: json.badge,
      issuer: `${ORIGIN}/v1/obi/v2/issuers/${organization.id}`,
    });
    expect((await fetchDocument(`${classPath(template.id)}?issuer_id=x`)).status).toBe(404);
  });
});

describe("GET /obi/v2/issuers/{id}", () => {
  it("200: the organization's public data", async () => {
    const path = `/v1/obi/v2/issuers/${organization.id}`;
    await organization.client.put("", {
      website_url: "https://open.example.org",
      contact_email: "director@open.example.org",
      support_email: "help@open.example.org",
      bio: "Teaches.",
    });
    const { status, json, bytes } = await fetchDocument(path);
    expect(status).toBe(200);
    expect(json).toEqual({
      "@context": "https://w3id.org/openbadges/v2",
      id: ORIGIN + path,
      type: "Issuer",
      name: "Open University",
      url: "https://open.example.org",
      description: "Teaches.",
      email: "help@open.example.org",
    });
    expect(bytes.toString()).not.toContain("director");
  });

  it("404: unknown", async () => {
    expect((await fetchDocument(`/v1/obi/v2/issuers/${earner.id}`)).status).toBe(404);
    expect((await fetchDocument("/v1/obi/v2/issuers/nothing")).status).toBe(404);
  });
});
