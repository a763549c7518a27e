import { randomUUID } from "node:crypto";
import type pg from "pg";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { clock } from "@/lib/kernel/clock";
import { encodeCursor } from "@/lib/kernel/list/cursor";
import { fillTestOrganization } from "../../support/badges/badge-search";
import {
  badgeBody,
  createTestOrganization,
  createTemplate,
  type TestOrganization,
} from "../../support/builders";
import { ORIGIN } from "../../support/http/client";
import { openConnection, sql } from "../../support/platform/database";
import { createPerson } from "../../support/accounts/members";

type Badge = { id: string; created_at: string };

const PATH = "/high_volume_issued_badge_search";

const searchBadges = (organization: TestOrganization, query: Record<string, string> = {}) =>
  organization.client.get(`${PATH}?${new URLSearchParams(query).toString()}`);

/** The page at a `next_page_url`. */
const getNextPage = (organization: TestOrganization, url: string) =>
  organization.client.get(`${PATH}${new URL(url).search}`);

/** Reads all pages from this one on. */
async function readRemainingPages(
  organization: TestOrganization,
  first: Awaited<ReturnType<typeof searchBadges>>,
): Promise<Badge[][]> {
  const pages: Badge[][] = [first.data];
  let next: string | null = first.metadata.next_page_url;
  while (next !== null) {
    const page = await getNextPage(organization, next);
    expect(page.status).toBe(200);
    pages.push(page.data);
    next = page.metadata.next_page_url;
    expect(pages.length).toBeLessThan(100);
  }
  return pages;
}

const readAllPages = async (organization: TestOrganization, query: Record<string, string> = {}) =>
  (await readRemainingPages(organization, await searchBadges(organization, query))).flat();

const toIds = (badges: Badge[]): string[] => badges.map(({ id }) => id);

const listStoredIds = async (organization: TestOrganization, condition = "TRUE"): Promise<string[]> =>
  (
    await sql(
      `SELECT id FROM issued_badges WHERE organization_id = $1 AND deleted_at IS NULL AND ${condition}
       ORDER BY created_at, id`,
      [organization.id],
    )
  ).map(({ id }) => String(id));

describe("GET /organizations/{id}/high_volume_issued_badge_search", () => {
  let organization: TestOrganization;
  let template: { id: string; name: string };

  beforeAll(async () => {
    organization = await createTestOrganization("Society of Walkers");
    template = await createTemplate(organization, { name: "Walking" });
    const person = await createPerson();
    for (const changes of [
      { recipient_email: person.email, expires_at: "2031-05-01T10:00:00-05:00", issuer_earner_id: "E-7" },
      { issued_to_first_name: "Bo", issued_to_middle_name: "B." },
    ]) {
      await organization.client.post("/badges", badgeBody(template.id, changes));
    }
  });

  it("200: the default format, oldest first, with next_page_url as the only metadata", async () => {
    const { status, data, metadata } = await searchBadges(organization);
    expect(status).toBe(200);
    expect(metadata).toEqual({ next_page_url: null });
    expect(toIds(data)).toEqual(await listStoredIds(organization));
    const { data: whole } = await organization.client.get(`/badges/${data[0].id}`);
    const owner = { type: "Organization", id: organization.id };
    const shared = whole.badge_template;
    expect(data[0]).toEqual({
      ...Object.fromEntries(
        [
          "id issued_to issued_to_first_name issued_to_middle_name issued_to_last_name issuer_earner_id locale",
          "public recipient_email replacement_badge_id revocation_reason state issued_at_date expires_at_date",
          "suppress_badge_notification_email badge_url updated_at created_at expires_at issued_at state_updated_at",
        ]
          .join(" ")
          .split(" ")
          .map((key) => [key, whole[key]]),
      ),
      badge_template: {
        ...Object.fromEntries(
          [
            "id description global_activity_url name state public vanity_slug image image_url url",
            "state_updated_at created_at updated_at",
          ]
            .join(" ")
            .split(" ")
            .map((key) => [key, shared[key]]),
        ),
        owner,
      },
      created_by: owner,
      issuer: {
        summary: "issued by Society of Walkers",
        entities: [{ label: "Issued by", primary: true, ...owner, name: "Society of Walkers" }],
      },
      user: { id: whole.user.id },
    });
    expect([data[0].expires_at_date, data[1].expires_at_date, data[1].user.id]).toEqual([
      "2031-05-01",
      null,
      null,
    ]);
  });

  it("200: the minimal format", async () => {
    const { data, metadata } = await searchBadges(organization, { badge_format: "minimal" });
    const { data: whole } = await organization.client.get(`/badges/${data[1].id}`);
    expect(metadata).toEqual({ next_page_url: null });
    expect(Object.keys(data[1]).toSorted()).toEqual(
      [
        "id issued_to issued_to_first_name issued_to_middle_name issued_to_last_name issuer_earner_id locale public",
        "recipient_email state badge_url updated_at created_at expires_at issued_at state_updated_at badge_template user",
      ]
        .join(" ")
        .split(" ")
        .toSorted(),
    );
    expect(data[1]).toMatchObject({
      issued_to_middle_name: "B.",
      created_at: whole.created_at,
      badge_template: { id: template.id, name: "Walking" },
      user: { id: null },
    });
    expect(data[1].badge_template).toEqual({ id: template.id, name: "Walking" });
  });

  it("200: shows timestamps with any fraction and texts with any characters as the list does", async () => {
    const own = await createTestOrganization('Quotes "and" \\ more');
    const odd = await createTemplate(own, { name: 'A "quoted" name \\ é 漢' });
    for (const [second, name] of ["00.100", "01.120", "02.123", "03", "04.5"].entries()) {
      const issued_at = `2026-04-01T09:41:${name}Z`;
      const changes = {
        issued_at,
        issued_to_last_name: `O'Brien "${second}" \\ 漢`,
        recipient_email: `o${second}@example.org`,
      };
      expect((await own.client.post("/badges", badgeBody(odd.id, changes))).status).toBe(201);
    }
    const { data: listed } = await own.client.get("/badges?sort=created_at");
    const keys = ["id", "issued_to", "issued_to_last_name", "issued_at", "created_at", "state"];
    const pickKeys = (badges: Record<string, unknown>[]) => badges.map((one) => keys.map((key) => one[key]));
    for (const badge_format of ["minimal", "default"]) {
      const { data } = await searchBadges(own, { badge_format });
      expect(pickKeys(data)).toEqual(pickKeys(listed));
      expect(data[0].badge_template.name).toBe(listed[0].badge_template.name);
    }
  });

  it("200: shows templates and organizations with their current values, however often earlier pages showed them", async () => {
    const own = await createTestOrganization("Before");
    const { id } = await createTemplate(own, { name: "Old name" });
    await own.client.post("/badges", badgeBody(id));
    const pickKeys = async () => {
      const { data } = await searchBadges(own);
      const { data: minimal } = await searchBadges(own, { badge_format: "minimal" });
      return [data[0].badge_template.name, minimal[0].badge_template.name, data[0].issuer.summary];
    };
    expect(await pickKeys()).toEqual(["Old name", "Old name", "issued by Before"]);
    await own.client.put(`/badge_templates/${id}`, { name: "New name" });
    await own.client.put("", { name: "After" });
    expect(await pickKeys()).toEqual(["New name", "New name", "issued by After"]);
  });

  it("200: filters as the list does, and returns nothing of other organizations", async () => {
    expect(toIds(await readAllPages(organization, { filter: "issuer_earner_id::E-7" }))).toHaveLength(1);
    expect(await readAllPages(organization, { filter: "badge_templates[name]::nothing" })).toEqual([]);
    const other = await createTestOrganization();
    expect(await readAllPages(other)).toEqual([]);
  });

  it.each([
    { sort: "created_at" },
    { page: "2" },
    { filter: "nothing::x" },
    { filter: "state::gone" },
    { badge_format: "maximal" },
    { cursor: "x" },
    { cursor: "a.b.c" },
  ])("400: %j", async (query) => {
    const { status, data } = await searchBadges(organization, query as Record<string, string>);
    expect(status).toBe(400);
    expect(data.message).not.toBe("");
  });

  it("400: a modified cursor", async () => {
    const cursor = encodeCursor({ at: new Date(), id: randomUUID(), beganAt: new Date() });
    expect((await searchBadges(organization, { cursor })).status).toBe(200);
    const [text = "", signature = ""] = cursor.split(".");
    const moved = Buffer.from(`0.${randomUUID()}.0`).toString("base64url");
    for (const mangled of [`${moved}.${signature}`, `${text}.${signature}x`, text, `${cursor}.`]) {
      expect((await searchBadges(organization, { cursor: mangled })).status, mangled).toBe(400);
    }
  });
});

describe("reading several pages", () => {
  let organization: TestOrganization;
  let writers: pg.Client[] = [];

  beforeAll(async () => {
    organization = await createTestOrganization();
    await fillTestOrganization({ organizationId: organization.id, badges: 2_500, seed: 5 });
  });

  afterEach(async () => {
    await Promise.all(writers.map((writer) => writer.end()));
    writers = [];
  });

  /** Issues `number` badges in a transaction that stays open. Their `created_at` is `seconds` from now. */
  async function issueInOpenTransaction(
    number: number,
    seconds = 0,
  ): Promise<{ ids: string[]; commit: () => Promise<unknown> }> {
    const writer = await openConnection();
    writers.push(writer);
    await writer.query("BEGIN");
    const { rows } = await writer.query<{ id: string }>(
      `INSERT INTO issued_badges
       SELECT badge.* FROM generate_series(1, $2::int) AS number
       CROSS JOIN (SELECT to_jsonb(old) AS row FROM issued_badges AS old WHERE organization_id = $1 LIMIT 1) AS model
       CROSS JOIN LATERAL jsonb_populate_record(NULL::issued_badges, row || jsonb_build_object('id', gen_random_uuid(),
         'created_at', clock_timestamp() + make_interval(secs => $3::int), 'deleted_at', NULL, 'number', number)) AS badge RETURNING id`,
      [organization.id, number, seconds],
    );
    return { ids: rows.map(({ id }) => id), commit: () => writer.query("COMMIT") };
  }

  async function issueNow(number: number, seconds = 0): Promise<string[]> {
    const { ids, commit } = await issueInOpenTransaction(number, seconds);
    await commit();
    return ids;
  }

  it("200: shows each badge once, in order, and keeps filter and format", async () => {
    const filter = "state::accepted,pending";
    const first = await searchBadges(organization, { filter, badge_format: "minimal" });
    const next = new URL(first.metadata.next_page_url);
    expect(next.href.startsWith(`${ORIGIN}/v1/organizations/${organization.id}${PATH}?`)).toBe(true);
    expect([next.searchParams.get("filter"), next.searchParams.get("badge_format")]).toEqual([
      filter,
      "minimal",
    ]);
    const pages = await readRemainingPages(organization, first);
    expect(pages.length).toBeGreaterThan(1);
    expect(toIds(pages.flat())).toEqual(
      await listStoredIds(organization, "state IN ('accepted', 'pending')"),
    );
  });

  it("200: orders equal timestamps by id", async () => {
    await sql("UPDATE issued_badges SET created_at = '2020-02-02' WHERE organization_id = $1", [
      organization.id,
    ]);
    expect(toIds(await readAllPages(organization))).toEqual(await listStoredIds(organization));
  });

  it("200: stops before a transaction that is still open, and shows its badges after the commit", async () => {
    const late = await issueInOpenTransaction(3);
    const visible = await issueNow(1_500);
    const first = await searchBadges(organization);
    let page = first;
    const seen: Badge[] = [...first.data];
    // Up to the point where the read stops: everything created before the open transaction began.
    while (page.data.length > 0) {
      page = await getNextPage(organization, page.metadata.next_page_url);
      seen.push(...page.data);
    }
    expect(page.metadata.next_page_url).not.toBeNull();
    for (const id of visible) expect(toIds(seen)).not.toContain(id);
    await late.commit();
    const pages = await readRemainingPages(
      organization,
      await getNextPage(organization, page.metadata.next_page_url),
    );
    const all = toIds([...seen, ...pages.flat()]);
    expect(all).toEqual(await listStoredIds(organization));
    expect(all).toEqual(expect.arrayContaining(late.ids));
  });

  it("201: a badge that waited for the database, or whose machine's clock is late, gets the time when its transaction began", async () => {
    const template = await createTemplate(organization);
    const [{ now = "" } = {}] = await sql("SELECT now()::text AS now");
    vi.spyOn(clock, "now").mockImplementation(() => new Date(Date.now() - 10_000));
    vi.spyOn(clock, "offsetMs").mockReturnValue(0);
    const one = (change = {}) => ({ ...badgeBody(template.id), ...change });
    const { data: single } = await organization.client.post("/badges", one());
    const replacing = one({ duplicate_behavior: "replace" });
    const { data: replacement } = await organization.client.post("/badges", replacing);
    vi.restoreAllMocks();
    for (const badge of [single, replacement] as Badge[]) {
      const [row] = await sql(
        `SELECT created_at, created_at >= $2::timestamptz - interval '1 second' AS "isRecent" FROM issued_badges WHERE id = $1`,
        [badge.id, now],
      );
      expect(row).toEqual({ created_at: new Date(badge.created_at), isRecent: true });
    }
    const issueResponse = await organization.client.post("/badges", one());
    expect(Date.parse(issueResponse.data.created_at)).toBeGreaterThanOrEqual(Date.parse(String(now)));
  });

  it("200: ends with all committed badges when little is left, even while transactions are open", async () => {
    const late = await issueInOpenTransaction(1);
    const [visible] = await issueNow(1);
    const seen = toIds(await readAllPages(organization, { filter: "created_at_min::2026-01-01" }));
    expect(seen).toContain(visible);
    expect(seen).not.toContain(late.ids[0]);
    await late.commit();
  });

  it("200: ends where only badges issued after its start remain; otherwise it would never end for a busy issuer", async () => {
    const before = await listStoredIds(organization);
    const first = await searchBadges(organization);
    const after = await issueNow(1_500, 60);
    const seen = toIds((await readRemainingPages(organization, first)).flat());
    expect(seen).toEqual(before);
    expect(await listStoredIds(organization)).toEqual(expect.arrayContaining(after));
  });
});
