import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createEngagementCounter } from "@/lib/badges/engagement/counter";
import { flushEngagement, recordEngagement } from "@/lib/badges/engagement/service";
import { log } from "@/lib/kernel/log";
import { newId } from "@/lib/kernel/ids";
import { startCountedServer, takeCounts } from "../../support/badges/counted-server";
import { createTemplate, createTestOrganization, type TestOrganization } from "../../support/builders";
import { send } from "../../support/http/client";
import { createEarner, issueAcceptedBadge, type TestEarner } from "../../support/accounts/earners";
import { sql } from "../../support/platform/database";

let organization: TestOrganization;
let other: TestOrganization;
let earner: TestEarner;
let slug: string;
let template: { id: string };
let badge: { id: string };
let server: Awaited<ReturnType<typeof startCountedServer>>;

beforeAll(async () => {
  [organization, other, earner, server] = await Promise.all([
    createTestOrganization("Counted College"),
    createTestOrganization("Another College"),
    createEarner(),
    startCountedServer(),
  ]);
  slug = (await organization.client.get("")).data.vanity_slug;
  template = await createTemplate(organization, {
    enable_earn_this_badge: true,
    earn_this_badge_url: "https://college.example.org/earn?a=1",
  });
  badge = await issueAcceptedBadge(organization, earner, false, { badge_template_id: template.id });
  await sql(
    `UPDATE organizations SET website_url = 'https://www.college.example.org/', verified_domain = 'college.example.org',
       verified_at = now() WHERE id = $1`,
    [organization.id],
  );
});
afterAll(() => server.stop());

const counts = () => takeCounts(organization);

describe("views", () => {
  it("of the pages of a badge and of its template are counted, also unchanged ones", async () => {
    expect((await server.visit(`/badges/${badge.id}`)).status).toBe(200);
    await server.visit(`/badges/${badge.id.toUpperCase()}/?utm_source=mail`);
    await server.visit(`/embed/badges/${badge.id}`);
    await server.visit(`/org/${slug}/badges/${template.id}`);
    expect(await counts()).toEqual({ "view badge_page": 2, "view embed": 1, "view template_page": 1 });
  });

  it.each([
    ["HEAD", {}, "HEAD"],
    ["a crawler", { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" }],
    ["the preview of a network", { "user-agent": "facebookexternalhit/1.1" }],
    ["a program without a name", { "user-agent": "" }],
    ["a page that is loaded in advance", { "sec-purpose": "prefetch;prerender" }],
    ["a picture on another site", { "sec-fetch-site": "cross-site", "sec-fetch-dest": "image" }],
  ])("are not counted for %s", async (_name, headers, method = "GET") => {
    expect((await server.visit(`/badges/${badge.id}`, headers, method)).status).toBe(200);
    expect(await counts()).toEqual({});
  });

  it("are not counted when there is nothing to see", async () => {
    const hidden = await issueAcceptedBadge(organization, earner, true);
    for (const id of [hidden.id, newId(), "x"]) await server.visit(`/badges/${id}`);
    expect(await counts()).toEqual({});
  });

  it("belong to the organization that issued the badge", async () => {
    await issueAcceptedBadge(other, earner);
    await server.visit(`/badges/${badge.id}`);
    await flushEngagement();
    expect(await takeCounts(other)).toEqual({});
    expect(await counts()).toEqual({ "view badge_page": 1 });
  });
});

describe("downloads", () => {
  it("are counted by their format, each time that the file is sent", async () => {
    const credential = `/v1/obi/v3/credentials/${badge.id}`;
    for (const path of [credential, `${credential}.json`, `${credential}.jwt`, `${credential}/image.png`])
      expect((await server.visit(path)).status).toBe(200);
    await server.visit(credential, { accept: "application/vc+jwt" });
    await server.visit(`/v1/obi/v2/badge_assertions/${badge.id}/image.svg`);
    await server.visit(`/obi/v2/badge_assertions/${badge.id}/image`);
    expect(await counts()).toEqual({
      "download json": 2,
      "download jwt": 2,
      "download png": 2,
      "download svg": 1,
    });
  });

  it("of the earner are counted, of anyone else refused", async () => {
    const own = { cookie: String(earner.headers.cookie), "sec-fetch-site": "same-origin" };
    const path = `/v1/me/badges/${badge.id}/credential?format=jwt`;
    expect((await server.visit(path, own)).status).toBe(200);
    expect((await server.visit(path)).status).toBe(401);
    expect(await counts()).toEqual({ "download jwt": 1 });
  });
});

describe("shares", () => {
  it("lead to the form of the network and nowhere else", async () => {
    const path = `/badges/${badge.id}/share`;
    const { status, location } = await server.visit(`${path}/linkedin?url=https://evil.example`);
    expect(status).toBe(302);
    expect(location).toMatch(/^https:\/\/www\.linkedin\.com\/profile\/add\?/);
    expect(location).not.toContain("evil");
    for (const channel of ["copy_link", "evil", "constructor"])
      expect((await server.visit(`${path}/${channel}`)).status).toBe(404);
    expect(await counts()).toEqual({ "share linkedin": 1 });
  });

  it("in the page are reported by the page itself, not by another site", async () => {
    const path = `/badges/${badge.id}/share/copy_link`;
    expect((await server.visit(path, { "sec-fetch-site": "same-origin" }, "POST")).status).toBe(204);
    await server.visit(path, { "sec-fetch-site": "cross-site" }, "POST");
    await server.visit(`/badges/${badge.id}/share/linkedin`, { "sec-fetch-site": "cross-site" });
    await server.visit(`/badges/${badge.id}/share/linkedin`, {}, "POST");
    expect(await counts()).toEqual({ "share copy_link": 1 });
  });

  it("of a private badge lead to the page that says so", async () => {
    const hidden = await issueAcceptedBadge(organization, earner, true);
    const { status, location } = await server.visit(`/badges/${hidden.id}/share/x`);
    expect([status, location]).toEqual([303, `http://localhost:3000/badges/${hidden.id}/unavailable`]);
    expect((await server.visit(`/badges/${hidden.id}/share/embed`, {}, "POST")).status).toBe(404);
    expect(await counts()).toEqual({});
  });
});

describe("clicks to the issuer", () => {
  it("lead to the addresses that the issuer has stored", async () => {
    const page = `/org/${slug}/badges/${template.id}`;
    const visits = [`/badges/${badge.id}/issuer?to=//evil.example`, `${page}/issuer`, `${page}/earn`];
    const [fromBadge, fromTemplate, earn] = await Promise.all(visits.map((path) => server.visit(path)));
    expect(fromBadge).toEqual({ status: 302, location: "https://www.college.example.org/" });
    expect(fromTemplate).toEqual(fromBadge);
    expect(earn).toEqual({ status: 302, location: "https://college.example.org/earn?a=1" });
    expect(await counts()).toEqual({ "issuer_click website": 2, "issuer_click earn_this_badge": 1 });
  });

  it("are not counted without an address", async () => {
    const theirs = await issueAcceptedBadge(other, earner);
    expect((await server.visit(`/badges/${theirs.id}/issuer`)).status).toBe(404);
    expect(await takeCounts(other)).toEqual({});
  });
});

describe("verifications", () => {
  it("by the API are counted, whatever names the badge", async () => {
    const url = `http://localhost:3000/badges/${badge.id}`;
    await send("POST", "/v1/verify", { body: { url } });
    const { data } = await send("GET", `/v1/obi/v3/credentials/${badge.id}.jwt`);
    const token = typeof data === "string" ? data : String(data);
    await send("POST", "/v1/verify", { body: { credential: token } });
    await send("POST", "/v1/verify", { body: { credential: url } });
    await send("POST", "/v1/verify", { body: { url: `http://localhost:3000/badges/${newId()}` } });
    expect(await counts()).toEqual({ "verification api": 3 });
  });
});

describe("counting", () => {
  const view = () =>
    recordEngagement({ subject: { badgeId: badge.id }, kind: "view", channel: "badge_page" });

  it("survives a database that is away, and adds up", async () => {
    const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
    view();
    await sql("ALTER TABLE engagement_counts RENAME TO engagement_counts_away");
    try {
      const flushing = flushEngagement();
      view();
      await flushing;
    } finally {
      await sql("ALTER TABLE engagement_counts_away RENAME TO engagement_counts");
    }
    expect(warned).toHaveBeenCalledOnce();
    warned.mockRestore();
    await flushEngagement();
    view();
    expect(await counts()).toEqual({ "view badge_page": 3 });
  });

  it("keeps a bounded number of badges in memory", async () => {
    const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
    const stored: number[] = [];
    await flushEngagement();
    const counter = createEngagementCounter((all) => Promise.resolve(void stored.push(all.length)));
    for (let index = 0; index < 20_003; index += 1)
      counter.add({ badgeId: `badge ${index}`, day: "2026-04-01", kind: "view", channel: "embed" });
    await counter.flush();
    expect(stored).toEqual([20_000]);
    expect(warned).toHaveBeenCalledWith({ lost: 3 }, expect.anything());
    warned.mockRestore();
  });

  it("is without a deadlock when many servers store the same badges", async () => {
    const badges = await Promise.all(
      Array.from({ length: 4 }, () => issueAcceptedBadge(organization, earner)),
    );
    const { addEngagementCounts } = await import("@/lib/badges/engagement/queries");
    const rows = badges.map(({ id }) => ({
      badgeId: id,
      day: "2026-04-01",
      kind: "view" as const,
      channel: "embed",
      count: 1,
    }));
    await Promise.all(
      Array.from({ length: 10 }, (_, turn) => addEngagementCounts(turn % 2 ? rows : rows.toReversed())),
    );
    const stored = await sql("SELECT count FROM engagement_counts WHERE day = '2026-04-01'", []);
    expect(stored.map(({ count }) => count)).toEqual([10, 10, 10, 10]);
    await counts();
  });
});
