import { extractText, getDocumentProxy } from "unpdf";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { findPublicBadge } from "@/app/(public)/badges/[badge_id]/public-badge";
import { getCertificate } from "@/lib/credentials/certificates/service";
import { badgeValidity, datedValidity } from "@/lib/badges/issued/choices";
import { getProfile, readBadgePageStatus } from "@/lib/credentials/public-pages/service";
import { presentProfile } from "@/lib/credentials/public-pages/serializer";
import { clock } from "@/lib/kernel/clock";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { ORIGIN } from "../../support/http/client";
import {
  assertionPath,
  credentialPath,
  fetchDocument,
  type Json,
} from "../../support/credentials/open-badge-documents";
import { reasonsOf, verifyByApi } from "../../support/credentials/verify-request";
import { createEarner, issueAcceptedBadge, type TestEarner } from "../../support/accounts/earners";
import { createOpenedTestMode } from "../../support/console/opened-test-mode";
import { sql } from "../../support/platform/database";

let organization: TestOrganization;
let earner: TestEarner;

beforeAll(async () => {
  organization = await createTestOrganization("Tidal Academy");
  earner = await createEarner();
});

afterEach(() => void vi.restoreAllMocks());

const DAY_MS = 86_400_000;
const daysFromNow = (days: number): string => new Date(clock.now().getTime() + days * DAY_MS).toISOString();

const issue = async (changes: Record<string, unknown>): Promise<string> =>
  (await issueAcceptedBadge(organization, earner, false, changes)).id;

/** The results for a badge by each of its addresses, and by its documents. */
async function verifyInEveryWay(id: string): Promise<Json[]> {
  const paths = [`/badges/${id}`, assertionPath(id), credentialPath(id)];
  const { json: credential } = await fetchDocument(credentialPath(id));
  const { json: assertion } = await fetchDocument(assertionPath(id));
  const { bytes: jwt } = await fetchDocument(`${credentialPath(id)}.jwt`);
  const inputs = [
    ...paths.map((path) => ({ url: ORIGIN + path })),
    { credential },
    { credential: String(jwt) },
  ];
  return Promise.all([...inputs, { credential: assertion }].map(verifyByApi));
}

const shownValidity = async (id: string) => {
  const found = await findPublicBadge(id);
  return "shown" in found ? found.shown.validity : null;
};

async function readCertificate(id: string): Promise<string> {
  const { pdf } = await getCertificate(
    { userId: earner.id } as Parameters<typeof getCertificate>[0],
    id,
    "en",
  );
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text.replaceAll(/\s+/g, " ");
}

const listIds = async (filter: string): Promise<string[]> => {
  const { data } = await earner.client.get(`/badges?per=100&filter=${encodeURIComponent(filter)}`);
  return (data as { id: string }[]).map(({ id }) => id);
};

describe("a badge issued in the future", () => {
  it("is not yet valid by address and by document, on its page and on its certificate", async () => {
    const id = await issue({ issued_at: "2099-01-01T00:00:00Z" });
    for (const result of await verifyInEveryWay(id)) {
      expect([result.status, reasonsOf(result)]).toEqual(["not_yet_valid", ["not_yet_valid"]]);
    }
    expect(await shownValidity(id)).toBe("not_yet_valid");
    const certificate = await readCertificate(id);
    expect(certificate).toContain("Valid from: January 1, 2099");
    expect(certificate).not.toContain("Issued on");
  });

  it("is neither in the list of valid badges nor in that of expired ones", async () => {
    const [later, now, over] = [
      await issue({ issued_at: daysFromNow(2) }),
      await issue({ issued_at: daysFromNow(-2) }),
      await issue({ issued_at: daysFromNow(-3), expires_at: daysFromNow(-1) }),
    ];
    const found = async (filter: string) =>
      (await listIds(filter)).filter((id) => [later, now, over].includes(id));
    expect(await found("valid::true")).toEqual([now]);
    expect(new Set(await found("valid::false"))).toEqual(new Set([later, over]));
    expect(await found("expired::true")).toEqual([over]);
    expect(await found("valid::false|expired::false")).toEqual([later]);
    const [person] = await sql("SELECT vanity_slug FROM users WHERE id = $1", [earner.id]);
    const { collections } = presentProfile(await getProfile(String(person?.vanity_slug), 1));
    const cards = new Map(
      collections.flatMap(({ cards }) => cards).map((card) => [card.path, card.validity]),
    );
    expect([later, now, over].map((id) => cards.get(`/badges/${id}`))).toEqual([
      "not_yet_valid",
      "valid",
      "expired",
    ]);
  });
});

describe("the dates of a badge", () => {
  it("count in whole seconds, as in its signed credential, and its page changes with them", async () => {
    const [start, end] = ["2030-03-03T09:00:00.700+09:00", "2030-03-04T00:00:00.300Z"];
    const id = await issue({ issued_at: start, expires_at: end });
    const { json } = await fetchDocument(credentialPath(id));
    expect([json.validFrom, json.validUntil]).toEqual(["2030-03-03T00:00:00Z", "2030-03-04T00:00:00Z"]);
    const moments: [moment: string, expected: string][] = [
      ["2030-03-02T23:59:59.999Z", "not_yet_valid"],
      ["2030-03-03T00:00:00.000Z", "valid"],
      ["2030-03-03T23:59:59.999Z", "valid"],
      ["2030-03-04T00:00:00.000Z", "expired"],
    ];
    const stamps = new Set<string>();
    for (const [moment, expected] of moments) {
      vi.spyOn(clock, "now").mockReturnValue(new Date(moment));
      const status = await readBadgePageStatus(id);
      stamps.add("stamp" in status ? status.stamp : status.kind);
      expect(await shownValidity(id), moment).toBe(expected);
      for (const result of await verifyInEveryWay(id)) expect(result.status, moment).toBe(expected);
    }
    expect(stamps.size).toBe(3);
  });

  it("that end on a day without a time: valid through that day everywhere, and then expired", async () => {
    const today = clock.now().toISOString().slice(0, 10);
    const id = await issue({ issued_at: daysFromNow(-7), expires_at: today });
    const { json } = await fetchDocument(credentialPath(id));
    expect(json.validUntil).toBe(`${today}T23:59:59Z`);
    const ids = async (filter: string) => (await listIds(filter)).filter((one) => one === id);
    vi.spyOn(clock, "now").mockReturnValue(new Date(`${today}T23:59:58.999Z`));
    for (const result of await verifyInEveryWay(id)) expect(result.status).toBe("valid");
    expect(await shownValidity(id)).toBe("valid");
    expect([await ids("valid::true"), await ids("expired::true")]).toEqual([[id], []]);
    expect(await readCertificate(id)).toContain("Valid until:");
    vi.mocked(clock.now).mockReturnValue(new Date(`${today}T23:59:59.000Z`));
    for (const result of await verifyInEveryWay(id)) expect(result.status).toBe("expired");
    expect(await shownValidity(id)).toBe("expired");
    expect([await ids("valid::true"), await ids("expired::true")]).toEqual([[], [id]]);
    const certificate = await readCertificate(id);
    expect(certificate).toContain("Expired on:");
    expect(certificate).not.toContain("Valid until");
  });

  it("do not matter once the badge has ended or before it is accepted", () => {
    const dates = { issuedAt: "2026-01-01T00:00:00.000Z", expiresAt: "2026-02-01T00:00:00.000Z" };
    const now = new Date("2026-03-01T00:00:00Z");
    expect(datedValidity(dates, now)).toBe("expired");
    for (const state of ["pending", "rejected", "revoked", "replaced"] as const)
      expect(badgeValidity({ state, ...dates }, now)).toBe(state);
    expect(badgeValidity({ state: "accepted", ...dates }, now)).toBe("expired");
  });
});

describe("a badge of test mode", () => {
  it("is a test by address and by document, also in the list of its earner and after it was revoked", async () => {
    const { test } = await createOpenedTestMode("Validity");
    const person = await createEarner();
    const { id } = await issueAcceptedBadge(test, person);
    for (const result of await verifyInEveryWay(id)) {
      expect(result).toMatchObject({
        status: "valid",
        badge: {
          is_test: true,
          name: expect.stringMatching(/^Test: /),
          description: expect.stringMatching(/^This badge is a test and proves nothing\. /),
        },
      });
    }
    const [row] = await sql("SELECT vanity_slug FROM users WHERE id = $1", [person.id]);
    const { collections } = presentProfile(await getProfile(String(row?.vanity_slug), 1));
    expect(collections[0]?.cards).toMatchObject([{ is_test: true, validity: "valid" }]);
    await test.client.put(`/badges/${id}/revoke`, { reason: "Over." });
    const { badge } = await verifyByApi({ url: `${ORIGIN}/badges/${id}` });
    expect(badge).toMatchObject({ is_test: true, name: expect.stringMatching(/^Test: /) });
    const { json } = await fetchDocument(assertionPath(id));
    expect(json.badge.name).toMatch(/^Test: /);
  });
});
