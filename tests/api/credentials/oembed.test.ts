import { beforeAll, describe, expect, it } from "vitest";
import { createEarner, issueAcceptedBadge, type TestEarner } from "../../support/accounts/earners";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { createOpenedTestMode } from "../../support/console/opened-test-mode";
import { fetchDocument } from "../../support/credentials/open-badge-documents";
import { ORIGIN } from "../../support/http/client";

let organization: TestOrganization;
let earner: TestEarner;
let badge: { id: string };

beforeAll(async () => {
  organization = await createTestOrganization("Harbor College");
  earner = await createEarner();
  badge = await issueAcceptedBadge(organization, earner);
});

const pageOf = (id: string): string => `${ORIGIN}/badges/${id}`;
const ask = (url: string, more: Record<string, string> = {}) =>
  fetchDocument(`/v1/oembed?${new URLSearchParams({ url, ...more })}`);

describe("GET /oembed", () => {
  it("200: the frame that shows a public badge, for the address of its page", async () => {
    const { status, headers, json } = await ask(pageOf(badge.id));
    expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(json).toMatchObject({
      type: "rich",
      version: "1.0",
      author_name: "Harbor College",
      provider_url: `${ORIGIN}/`,
      thumbnail_url: `${pageOf(badge.id)}/card.png`,
      width: 320,
      height: 430,
    });
    expect(json.title).toMatch(/^Template \d+ – Ada Okafor$/);
    expect(json.html).toContain(`src="${ORIGIN}/embed/badges/${badge.id}"`);
    expect(json.html).toContain('width="320" height="430"');
  });

  it("200: no larger than the consumer has room for", async () => {
    const small = await ask(pageOf(badge.id), { maxwidth: "200", maxheight: "9000" });
    expect([small.json.width, small.json.height]).toEqual([200, 430]);
    expect(small.json.html).toContain('width="200" height="430"');
    for (const maxwidth of ["", "0x10", "-5", "1e3", "999999"])
      expect((await ask(pageOf(badge.id), { maxwidth })).json.width).toBe(320);
  });

  it("200: the newest badge for one that was replaced; a badge of test mode says so", async () => {
    const old = await issueAcceptedBadge(organization, earner);
    const { data } = await organization.client.get(`/badges/${old.id}`);
    const replaced = await organization.client.post(`/badges/${old.id}/replace`, {
      badge_template_id: data.badge_template.id,
      issued_at: "2026-05-01",
    });
    expect((await ask(pageOf(old.id))).status).toBe(404);
    await earner.client.post(`/badges/${replaced.data.id}/accept`, {});
    expect((await ask(pageOf(old.id))).json.html).toContain(replaced.data.id);
    const { test } = await createOpenedTestMode("Embed");
    const { id } = await issueAcceptedBadge(test, await createEarner());
    expect((await ask(pageOf(id))).json.title).toMatch(/^Test: /);
  });

  it("404: private, pending and unknown badges, and addresses elsewhere; 410 when revoked; 501 for XML", async () => {
    const secret = await issueAcceptedBadge(organization, earner, true);
    const others = [
      pageOf(secret.id),
      pageOf("0190a5b4-0000-7000-8000-000000000000"),
      `https://example.org/badges/${badge.id}`,
      `${ORIGIN}/users/ada`,
      "javascript:alert(1)",
      "",
    ];
    for (const url of others) expect((await ask(url)).status, url).toBe(404);
    expect((await fetchDocument("/v1/oembed")).status).toBe(404);
    expect((await ask(pageOf(badge.id), { format: "xml" })).status).toBe(501);
    const revoked = await issueAcceptedBadge(organization, earner);
    await organization.client.put(`/badges/${revoked.id}/revoke`, { reason: "A mistake" });
    expect((await ask(pageOf(revoked.id))).status).toBe(410);
  });
});
