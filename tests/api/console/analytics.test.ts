import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import type { Engagement } from "@/lib/badges/engagement/counter";
import { flushEngagement, recordEngagement } from "@/lib/badges/engagement/service";
import { clock } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import {
  authorizeIssuer,
  createTemplate,
  createTestOrganization,
  type TestOrganization,
} from "../../support/builders";
import { createPendingBadge } from "../../support/badges/badges";
import { basicHeaders, ORIGIN } from "../../support/http/client";
import { dispatch } from "../../support/http/routes";
import { countQueries, sql } from "../../support/platform/database";

let organization: TestOrganization;
let other: TestOrganization;
let template: { id: string; name: string };
let second: { id: string };
let badges: { id: string }[];

const read = async (query: string, of = organization) => of.client.get(`/analytics${query}`);
const YEAR = "?from=2026-01-01&to=2026-12-31";

const issue = (of: TestOrganization, templateId: string, day: string, group: string | null = null) =>
  createPendingBadge(of, templateId, {
    issued_at: `${day}T12:00:00Z`,
    ...(group ? { issuer_earner_group: { external_id: group, name: `Group ${group}` } } : {}),
  });

const accept = (id: string, at: string) =>
  sql("UPDATE issued_badges SET state = 'accepted', accepted_at = $2 WHERE id = $1", [id, at]);

async function count(one: Engagement, day: string, times = 1): Promise<void> {
  for (let time = 0; time < times; time += 1) recordEngagement(one);
  await flushEngagement();
  await sql("UPDATE engagement_counts SET day = $1 WHERE day = $2", [
    day,
    clock.now().toISOString().slice(0, 10),
  ]);
}

beforeAll(async () => {
  [organization, other] = await Promise.all([
    createTestOrganization("Measured College"),
    createTestOrganization("Other College"),
  ]);
  [template, second] = await Promise.all([createTemplate(organization), createTemplate(organization)]);
  const theirs = await createTemplate(other);
  badges = [
    await issue(organization, template.id, "2026-03-02", "nurses"),
    await issue(organization, template.id, "2026-03-02", "nurses"),
    await issue(organization, template.id, "2026-03-09", "doctors"),
    await issue(organization, second.id, "2026-05-31"),
  ];
  const foreign = await issue(other, theirs.id, "2026-03-02", "nurses");
  const [first, , third] = badges.map(({ id }) => id);
  await accept(first ?? "", "2026-03-05T10:00:00Z");
  await accept(third ?? "", "2026-06-30T23:59:59Z");
  await accept(foreign.id, "2026-03-05T10:00:00Z");
  const subject = { badgeId: first ?? "" };
  await count({ subject, kind: "view", channel: "badge_page" }, "2026-03-03", 3);
  await count({ subject, kind: "view", channel: "embed" }, "2026-03-10");
  await count({ subject, kind: "share", channel: "linkedin" }, "2026-03-10", 2);
  await count({ subject: { templateId: second.id }, kind: "issuer_click", channel: "website" }, "2026-04-30");
  await count({ subject: { badgeId: foreign.id }, kind: "download", channel: "png" }, "2026-03-03", 5);
});

const NOTHING = {
  issued: 0,
  accepted: 0,
  acceptance_rate: null,
  views: 0,
  shares: 0,
  downloads: 0,
  verifications: 0,
  issuer_clicks: 0,
};

describe("GET /analytics", () => {
  it("200: totals, channels, templates and groups of the organization's own badges", async () => {
    const { status, data } = await read(YEAR);
    expect(status).toBe(200);
    const totals = { ...NOTHING, issued: 4, accepted: 2, views: 4, shares: 2, issuer_clicks: 1 };
    expect(data).toMatchObject({
      from: "2026-01-01",
      to: "2026-12-31",
      by: "issued_at",
      interval: "month",
      badge_template_id: null,
      totals: { ...totals, acceptance_rate: 0.5 },
      channels: [
        { kind: "issuer_click", channel: "website", count: 1 },
        { kind: "share", channel: "linkedin", count: 2 },
        { kind: "view", channel: "badge_page", count: 3 },
        { kind: "view", channel: "embed", count: 1 },
      ],
      earner_groups: [
        { id: "nurses", name: "Group nurses", issued: 2, accepted: 1, acceptance_rate: 0.5 },
        { id: "doctors", name: "Group doctors", issued: 1, accepted: 1, acceptance_rate: 1 },
      ],
    });
    expect(data.badge_templates).toEqual([
      {
        ...NOTHING,
        id: template.id,
        name: template.name,
        owner_id: organization.id,
        issued: 3,
        accepted: 2,
        acceptance_rate: 2 / 3,
        views: 4,
        shares: 2,
      },
      expect.objectContaining({
        id: second.id,
        issued: 1,
        accepted: 0,
        acceptance_rate: 0,
        issuer_clicks: 1,
      }),
    ]);
  });

  it("200: by issue date, a badge counts as accepted in the period in which it was issued", async () => {
    const { data } = await read(`${YEAR}&interval=month`);
    expect(data.periods).toHaveLength(12);
    expect(data.periods[2]).toMatchObject({ from: "2026-03-01", to: "2026-03-31", issued: 3, accepted: 2 });
    expect(data.periods[5]).toEqual({ from: "2026-06-01", to: "2026-06-30", ...NOTHING });
  });

  it("200: by event date, it counts as accepted on the day on which that happened, and there is no rate", async () => {
    const { data } = await read(`${YEAR}&by=event_date&interval=month`);
    expect(data.periods[2]).toMatchObject({ issued: 3, accepted: 1, acceptance_rate: null });
    expect(data.periods[5]).toMatchObject({ issued: 0, accepted: 1 });
    expect(data.totals).toMatchObject({ issued: 4, accepted: 2, acceptance_rate: null });
    const last = await read("?from=2026-06-30&to=2026-06-30&by=event_date");
    const after = await read("?from=2026-07-01&to=2026-07-01&by=event_date");
    expect([last.data.totals.accepted, after.data.totals.accepted]).toEqual([1, 0]);
  });

  it("200: weeks begin on Mondays, the first and last are cut off", async () => {
    const { data } = await read("?from=2026-03-03&to=2026-03-11&interval=week");
    expect(data.periods).toEqual([
      { ...NOTHING, from: "2026-03-03", to: "2026-03-08", views: 3 },
      {
        ...NOTHING,
        from: "2026-03-09",
        to: "2026-03-11",
        issued: 1,
        accepted: 1,
        acceptance_rate: 1,
        views: 1,
        shares: 2,
      },
    ]);
  });

  it("200: of one template", async () => {
    const { data } = await read(`${YEAR}&badge_template_id=${second.id}`);
    expect(data.totals).toEqual({ ...NOTHING, issued: 1, acceptance_rate: 0, issuer_clicks: 1 });
    expect(data.badge_templates.map(({ id }: { id: string }) => id)).toEqual([second.id]);
    expect(data.earner_groups).toEqual([]);
  });

  it("200: nothing of another organization, also when its template is named", async () => {
    const { data } = await read(`${YEAR}&badge_template_id=${template.id}`, other);
    expect(data).toMatchObject({ totals: NOTHING, channels: [], badge_templates: [], earner_groups: [] });
    const own = await read(YEAR, other);
    expect(own.data.totals).toMatchObject({ issued: 1, accepted: 1, downloads: 5, views: 0 });
  });

  it("200: badges that were issued on behalf of a grantor belong to the issuer", async () => {
    const [grantor, issuer] = await Promise.all([createTestOrganization(), createTestOrganization()]);
    const granted = await createTemplate(grantor);
    await authorizeIssuer(grantor, issuer);
    const badge = await issue(issuer, granted.id, "2026-03-02");
    await count({ subject: { badgeId: badge.id }, kind: "view", channel: "badge_page" }, "2026-03-02");
    const [byIssuer, byGrantor] = [await read(YEAR, issuer), await read(YEAR, grantor)];
    expect(byIssuer.data.badge_templates).toEqual([
      expect.objectContaining({ id: granted.id, owner_id: grantor.id, issued: 1, views: 1 }),
    ]);
    expect(byGrantor.data.totals).toEqual(NOTHING);
  });

  it("200: deleted badges are not counted", async () => {
    const own = await createTestOrganization();
    const badge = await issue(own, (await createTemplate(own)).id, "2026-03-02");
    await own.client.delete(`/badges/${badge.id}`);
    expect((await read(YEAR, own)).data.totals).toEqual(NOTHING);
  });

  it("200: the last 30 days until today by default, a year by months", async () => {
    const { data } = await read("");
    const today = clock.now().toISOString().slice(0, 10);
    expect([data.to, data.interval, data.periods.length]).toEqual([today, "day", 30]);
    expect((await read("?from=2024-01-01&to=2024-12-31&interval=day")).data.periods).toHaveLength(366);
  });

  it.each([
    ["from=31.12.2026"],
    ["to=2026-02-30"],
    ["from=2026-02-01&to=2026-01-01"],
    ["from=2025-01-01&to=2026-12-31"],
    ["by=accepted_at"],
    ["interval=year"],
    ["badge_template_id=1"],
    ["format=csv&table=badges"],
  ])("400 for %s", async (query) => {
    const { status, data } = await read(`?${query}`);
    expect([status, data.code]).toEqual([400, "invalid_parameter"]);
  });

  it("needs the same number of queries for any number of templates", async () => {
    const few = await countQueries(() => read("", other));
    expect(await countQueries(() => read(YEAR))).toBe(few);
  });
});

describe("GET /analytics with format=csv", () => {
  async function readTable(query: string) {
    const path = `${ORIGIN}/v1/organizations/${organization.id}/analytics${YEAR}&format=csv${query}`;
    const headers = basicHeaders(organization.authorization_token);
    const response = await dispatch(new Request(path, { headers }));
    const rows = parse(await response.text(), { bom: true, columns: true }) as Record<string, string>[];
    return { name: response.headers.get("content-disposition"), rows };
  }

  it("200: one of the tables, named after it", async () => {
    const { name, rows } = await readTable("");
    expect(name).toBe('attachment; filename="analytics_badge_templates.csv"');
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ id: template.id, issued: "3", accepted: "2", views: "4", shares: "2" });
    const periods = await readTable("&table=periods&interval=month");
    expect(periods.rows[5]).toMatchObject({ from: "2026-06-01", to: "2026-06-30", acceptance_rate: "" });
    const channels = await readTable("&table=channels");
    expect(channels.rows[1]).toEqual({ kind: "share", channel: "linkedin", count: "2" });
    const groups = await readTable("&table=earner_groups");
    expect(groups.rows.map(({ id, issued }) => [id, issued])).toEqual([
      ["nurses", "2"],
      ["doctors", "1"],
    ]);
  });

  it("200: names that a spreadsheet would run are escaped", async () => {
    await sql("UPDATE issuer_earner_groups SET name = '=1+1' WHERE external_id = 'doctors'", []);
    const { rows } = await readTable("&table=earner_groups");
    expect(rows.map(({ name }) => name)).not.toContain("=1+1");
  });
});

it("an unknown organization and a missing credential are refused", async () => {
  const path = `${ORIGIN}/v1/organizations/${newId()}/analytics`;
  const headers = basicHeaders(organization.authorization_token);
  expect((await dispatch(new Request(path, { headers }))).status).toBe(404);
  expect((await dispatch(new Request(path))).status).toBe(401);
});
