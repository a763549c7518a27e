import { beforeAll, describe, expect, it } from "vitest";
import { GET as showCard } from "@/app/(public)/badges/[badge_id]/card.png/route";
import { GET as explainPage } from "@/app/(public)/badges/[badge_id]/unavailable/route";
import { GET as explainEmbedded } from "@/app/(public)/embed/badges/[badge_id]/unavailable/route";
import { findPublicBadge } from "@/app/(public)/badges/[badge_id]/public-badge";
import { getPublicCertificate } from "@/lib/credentials/certificates/service";
import { readBadgePageStatus } from "@/lib/credentials/public-pages/service";
import { signCopy } from "@/lib/credentials/signed-credentials/copies";
import { newId } from "@/lib/kernel/ids";
import { sql } from "../../support/platform/database";
import { createTemplate, createTestOrganization, type TestOrganization } from "../../support/builders";
import { ORIGIN } from "../../support/http/client";
import {
  assertionPath,
  credentialPath,
  fetchDocument,
  type Json,
} from "../../support/credentials/open-badge-documents";
import { reasonsOf, verifyByApi } from "../../support/credentials/verify-request";
import {
  createEarner,
  issueAcceptedBadge,
  issueBadgeTo,
  type TestEarner,
} from "../../support/accounts/earners";

let organization: TestOrganization;
let earner: TestEarner;

const REASON = "The issuer has replaced this badge by a newer one.";
const EARNER = "Ada Okafor";
const SUCCESSOR = "Secret Successor";

beforeAll(async () => {
  organization = await createTestOrganization("Tidal Academy");
  earner = await createEarner();
});

/** Replaces a badge by one that waits for its earner. Returns its id. */
async function replace(id: string): Promise<string> {
  const template = await createTemplate(organization, { name: SUCCESSOR });
  const body = { badge_template_id: template.id, issued_at: "2026-05-01" };
  const { status, data } = await organization.client.post(`/badges/${id}/replace`, body);
  expect(status, JSON.stringify(data)).toBe(201);
  return data.id as string;
}

async function issueReplaced(isPrivate = false) {
  const { id } = await issueAcceptedBadge(organization, earner, isPrivate);
  const { json: credential } = await fetchDocument(credentialPath(id));
  return { id, successor: await replace(id), credential };
}

const answer = (id: string, path: string, isPrivate = false) =>
  earner.client.post(`/badges/${id}/${path}`, { private: isPrivate });

async function callRoute(route: typeof explainPage, id: string, accept = "text/html") {
  const request = new Request(`${ORIGIN}/badges/${id}`, { headers: { accept } });
  const response = await route(request, { params: Promise.resolve({ badge_id: id }) });
  return { status: response.status, text: await response.text() };
}

const documentsOf = (id: string): string[] => [
  assertionPath(id),
  `${assertionPath(id)}/image`,
  `${assertionPath(id)}/image.svg`,
  ...["", ".json", ".jwt", "/image.png", "/image.svg"].map((suffix) => credentialPath(id) + suffix),
];

const expectNoCertificate = (id: string) =>
  expect(getPublicCertificate(id, "en", "192.0.2.1")).rejects.toMatchObject({
    status: 410,
    message: "This badge was replaced by its issuer.",
  });

/** Expects that nothing of a badge is shown but that it was replaced, and nothing that names who earned it or by what. */
async function expectReplaced(id: string, successor: string) {
  expect(await readBadgePageStatus(id)).toEqual({ kind: "replaced" });
  expect(await findPublicBadge(id)).toEqual({ instead: `${ORIGIN}/badges/${id}/unavailable` });
  const answers = [
    await callRoute(explainPage, id),
    await callRoute(explainEmbedded, id),
    await callRoute(explainPage, id, "application/json"),
    await callRoute(showCard, id),
  ];
  for (const path of documentsOf(id)) {
    const { status, bytes } = await fetchDocument(path);
    answers.push({ status, text: bytes.toString() });
  }
  for (const { status, text } of answers) {
    expect(status, text).toBe(410);
    expect(text).toMatch(/replaced/);
    for (const secret of [EARNER, SUCCESSOR, successor, earner.email]) expect(text).not.toContain(secret);
  }
  await expectNoCertificate(id);
  expect((await fetchDocument(assertionPath(id))).json).toMatchObject({
    revoked: true,
    revocationReason: REASON,
  });
}

async function expectVerified(input: Json, url: string | null) {
  const result = await verifyByApi(input);
  expect(result).toMatchObject({ status: "replaced", issued_here: true, badge: null, url });
  expect(reasonsOf(result)).toEqual(["replaced"]);
}

describe("a replaced badge", () => {
  it("says so while its successor is pending, and leads to it once that is public", async () => {
    const { id, successor, credential } = await issueReplaced();
    await expectReplaced(id, successor);
    const page = await callRoute(explainPage, id);
    expect(page.text).toContain("Tidal Academy");
    expect(page.text).toContain("Replaced on");
    await expectVerified({ url: `${ORIGIN}/badges/${id}` }, null);
    await expectVerified({ credential }, null);

    await answer(successor, "accept");
    const address = `${ORIGIN}/badges/${successor}`;
    expect(await readBadgePageStatus(id)).toEqual({ kind: "moved" });
    expect(await findPublicBadge(id)).toEqual({ instead: address });
    for (const path of documentsOf(id)) {
      const { status, headers } = await fetchDocument(path);
      expect([status, headers.get("location")]).toEqual([302, ORIGIN + path.replace(id, successor)]);
    }
    await expectNoCertificate(id);
    await expectVerified({ url: `${ORIGIN}/badges/${id}` }, address);
    await expectVerified({ credential }, address);
  });

  it.each<[string, (successor: string) => Promise<unknown>]>([
    ["private", (id) => answer(id, "accept", true)],
    ["declined", (id) => answer(id, "reject")],
    [
      "revoked before it was accepted",
      (id) => organization.client.put(`/badges/${id}/revoke`, { reason: "No." }),
    ],
    ["deleted", (id) => organization.client.delete(`/badges/${id}`)],
    [
      "replaced again, by one that is pending",
      async (id) => void (await answer(id, "accept"), await replace(id)),
    ],
    [
      "of somebody who deleted the account",
      async (id) => {
        await answer(id, "accept");
        const other = await createEarner();
        await sql("UPDATE issued_badges SET user_id = $1 WHERE id = $2", [other.id, id]);
        await sql("UPDATE users SET deleted_at = now() WHERE id = $1", [other.id]);
      },
    ],
  ])("says no more when its successor is %s", async (_what, change) => {
    const { id, successor, credential } = await issueReplaced();
    await change(successor);
    await expectReplaced(id, successor);
    await expectVerified({ url: ORIGIN + assertionPath(id) }, null);
    await expectVerified({ credential }, null);
  });

  it("leads along a chain to the newest that is public, also one that has expired or was revoked", async () => {
    const { id, successor } = await issueReplaced();
    await answer(successor, "accept");
    const newest = await replace(successor);
    await answer(newest, "accept");
    await sql(
      "UPDATE issued_badges SET expires_at = issued_at, expires_at_date = issued_at_date WHERE id = $1",
      [newest],
    );
    const target = `${ORIGIN}/badges/${newest}`;
    for (const one of [id, successor]) {
      expect(await findPublicBadge(one)).toEqual({ instead: target });
      await expectVerified({ url: `${ORIGIN}/badges/${one}` }, target);
    }
    await organization.client.put(`/badges/${newest}/revoke`, { reason: "Wrong." });
    expect(await findPublicBadge(id)).toEqual({ instead: target });
    expect((await fetchDocument(assertionPath(newest))).status).toBe(410);
  });

  it("names neither itself nor its dates where its earner kept it private", async () => {
    const { id, successor } = await issueReplaced(true);
    await expectReplaced(id, successor);
    const { text } = await callRoute(explainPage, id);
    expect(text).not.toContain("Tidal Academy");
    expect(Object.keys((await fetchDocument(assertionPath(id))).json)).toEqual([
      "@context",
      "id",
      "type",
      "revoked",
      "revocationReason",
    ]);
  });

  it("does not exist for others when its earner never accepted it", async () => {
    const { id } = await issueBadgeTo(organization, earner.email);
    const successor = await replace(id);
    expect(await readBadgePageStatus(id)).toEqual({ kind: "unknown" });
    for (const path of documentsOf(id)) expect((await fetchDocument(path)).status).toBe(404);
    expect((await verifyByApi({ url: `${ORIGIN}/badges/${id}` })).status).toBe("unverifiable");
    await answer(successor, "accept");
    expect(await findPublicBadge(id)).toEqual({ instead: `${ORIGIN}/badges/${successor}` });
  });

  it("is replaced in a copy that a wallet has, although its status list only says revoked", async () => {
    const { id } = await issueAcceptedBadge(organization, earner);
    const identity = {
      id: `urn:uuid:${newId()}`,
      holder: "did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK",
    };
    const credential = (await signCopy(id, identity))?.credential;
    expect(await verifyByApi({ credential })).toMatchObject({ status: "valid" });
    await replace(id);
    const result = await verifyByApi({ credential });
    expect([result.status, reasonsOf(result)]).toEqual(["replaced", ["replaced"]]);
  });
});
