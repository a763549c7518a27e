import { beforeAll, describe, expect, it, vi } from "vitest";
import { foldBadgeCounts } from "@/lib/badges/issued/jobs";
import { clock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import type { Caller } from "@/lib/access/callers/caller";
import { countExpiringBadges, getBadgeActivity, getTotals } from "@/lib/console/overview/service";
import { getWebhookFailures } from "@/lib/delivery/webhooks/service";
import { Prisma } from "@/prisma/generated/client";
import { fillTestOrganization } from "../../support/badges/badge-search";
import { acceptByLink, createPendingBadge, rejectByLink } from "../../support/badges/badges";
import { createTestOrganization, createTemplate, type TestOrganization } from "../../support/builders";
import { countQueries, sql } from "../../support/platform/database";

const buildCaller = ({ id }: { id: string }): Caller => ({
  organizationId: id,
  organizationIds: [id],
  scopes: "all",
  access: { read: true, write: true, delete: true },
  actor: { type: "System", id: "test", name: "Test" },
});

let organization: TestOrganization;
let template: { id: string };

beforeAll(async () => {
  organization = await createTestOrganization();
  template = await createTemplate(organization);
});

/** Counts computed from the badges themselves, by day and state. */
const countBadgesByDay = (id: string) =>
  sql(
    `SELECT issued_at_date::text AS day, state::text, count(*)::int AS badges FROM issued_badges
     WHERE organization_id = $1 AND deleted_at IS NULL GROUP BY 1, 2 ORDER BY 1, 2`,
    [id],
  );

const readStoredCounts = (id: string) =>
  sql(
    `SELECT day::text, state::text, sum(badges)::int AS badges FROM (
       SELECT organization_id, day, state, badges FROM badge_day_counts
       UNION ALL SELECT organization_id, day, state, badges FROM badge_day_changes) AS counted
     WHERE organization_id = $1 GROUP BY 1, 2 HAVING sum(badges) <> 0 ORDER BY 1, 2`,
    [id],
  );

const foldAllCounts = async (): Promise<void> => {
  while (await foldBadgeCounts());
};

describe("the stored counts", () => {
  it("match every change of a badge, before and after folding", async () => {
    const own = await createTestOrganization();
    const { id: templateId } = await createTemplate(own);
    const ids: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      const badge = await createPendingBadge(own, templateId, { issued_at: `2026-0${1 + (index % 3)}-10` });
      ids.push(badge.id);
    }
    const [one = "", two = "", three = "", four = "", five = ""] = ids;
    await acceptByLink(one);
    await rejectByLink(two);
    await foldAllCounts();
    expect(await readStoredCounts(own.id)).toEqual(await countBadgesByDay(own.id));
    await own.client.put(`/badges/${one}/revoke`, { reason: "x" });
    await own.client.post(`/badges/${three}/replace`, {
      badge_template_id: templateId,
      issued_at: "2026-04-01",
    });
    await own.client.delete(`/badges/${four}`);
    await own.client.put(`/badges/${five}/recipient`, { recipient_email: "right@overview.example" });
    const badgeCounts = await countBadgesByDay(own.id);
    expect(await readStoredCounts(own.id)).toEqual(badgeCounts);
    await foldAllCounts();
    expect(await readStoredCounts(own.id)).toEqual(badgeCounts);
    expect(await sql("SELECT 1 FROM badge_day_changes WHERE organization_id = $1", [own.id])).toEqual([]);
  });

  it("stay exact under concurrent changes and folding", async () => {
    const own = await createTestOrganization();
    const { id: templateId } = await createTemplate(own);
    await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        const { id } = await createPendingBadge(own, templateId);
        if (index % 2 === 0) await acceptByLink(id);
        if (index % 3 === 0) await foldBadgeCounts();
        if (index % 5 === 0) await own.client.delete(`/badges/${id}`);
      }),
    );
    expect(await readStoredCounts(own.id)).toEqual(await countBadgesByDay(own.id));
  });

  it("get one row per statement, however many badges it issues", async () => {
    const own = await createTestOrganization();
    await foldAllCounts();
    await fillTestOrganization({ organizationId: own.id, badges: 300, seed: 5 });
    const rows = await sql(
      "SELECT count(*)::int AS number FROM badge_day_changes WHERE organization_id = $1",
      [own.id],
    );
    const days = await countBadgesByDay(own.id);
    expect(Number(rows[0]?.number)).toBeLessThanOrEqual(2 * days.length);
    expect(await readStoredCounts(own.id)).toEqual(days);
  });

  it("are read through their keys", async () => {
    const own = await createTestOrganization();
    await fillTestOrganization({ organizationId: own.id, badges: 2_000, seed: 6 });
    await foldAllCounts();
    await sql("ANALYZE badge_day_counts");
    await sql("ANALYZE badge_day_changes");
    const rows = await db().$queryRaw<Record<"QUERY PLAN", string>[]>(Prisma.sql`EXPLAIN
      SELECT day, state, badges FROM badge_day_counts WHERE organization_id = ${own.id}::uuid
        AND day BETWEEN '2026-01-01' AND '2026-01-31'`);
    const text = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(text).toContain("badge_day_counts_pkey");
  });
});

describe("getBadgeActivity", () => {
  const issueOnDate = async (
    issued_at: string,
    what: (id: string) => Promise<unknown> = async () => undefined,
  ) => {
    const { id } = await createPendingBadge(organization, template.id, { issued_at });
    await what(id);
  };

  it("counts the badges of a period by status, and agrees with the list behind each figure", async () => {
    vi.spyOn(clock, "now").mockReturnValue(new Date("2026-06-30T09:00:00Z"));
    await issueOnDate("2026-06-01", acceptByLink);
    await issueOnDate("2026-06-01", rejectByLink);
    await issueOnDate("2026-06-30");
    await issueOnDate("2026-05-31", acceptByLink);
    await issueOnDate("2025-07-01", acceptByLink);
    await issueOnDate("2025-06-30", acceptByLink);
    const { from, to, total, buckets } = await getBadgeActivity(buildCaller(organization), "30d");
    expect([from, to]).toEqual(["2026-06-01", "2026-06-30"]);
    expect(total).toEqual({ issued: 3, accepted: 1, rejected: 1, pending: 1, withdrawn: 0 });
    expect(buckets.filter(({ issued }) => issued > 0).map((bucket) => bucket.from)).toEqual([
      "2026-06-01",
      "2026-06-30",
    ]);
    const list = await organization.client.get(
      `/badges?filter=state::accepted|issued_at_date_min::${from}|issued_at_date_max::${to}`,
    );
    expect(list.metadata.total_count).toBe(1);
    expect((await getBadgeActivity(buildCaller(organization), "12m")).total.issued).toBe(5);
    vi.restoreAllMocks();
  });

  it("includes badges issued today in time zones where the day is ahead", async () => {
    const own = await createTestOrganization();
    const { id } = await createTemplate(own);
    vi.spyOn(clock, "now").mockReturnValue(new Date("2026-06-30T15:00:00Z"));
    expect((await getBadgeActivity(buildCaller(own), "30d")).to).toBe("2026-06-30");
    await createPendingBadge(own, id, { issued_at: "2026-07-01T00:30:00+10:00" });
    const { to, total } = await getBadgeActivity(buildCaller(own), "30d");
    expect([to, total.issued]).toEqual(["2026-07-01", 1]);
    vi.restoreAllMocks();
  });

  it("includes nothing of another organization", async () => {
    const own = await createTestOrganization();
    expect((await getBadgeActivity(buildCaller(own), "12m")).total.issued).toBe(0);
    expect((await getTotals(buildCaller(own))).badges.issued).toBe(0);
  });

  it("needs as many queries for many badges as for none", async () => {
    const [small, large] = [await createTestOrganization(), await createTestOrganization()];
    await fillTestOrganization({ organizationId: large.id, badges: 2_000, seed: 7 });
    const countOverviewQueries = (own: { id: string }) =>
      countQueries(async () => {
        await Promise.all([getTotals(buildCaller(own)), getBadgeActivity(buildCaller(own), "12m")]);
        await getWebhookFailures(buildCaller(own));
      });
    expect(await countOverviewQueries(large)).toBe(await countOverviewQueries(small));
    expect(await countOverviewQueries(large)).toBeLessThanOrEqual(4);
  });
});

describe("the other figures", () => {
  it("count accepted badges that expire within 30 days as their list does", async () => {
    const own = await createTestOrganization();
    const { id: templateId } = await createTemplate(own);
    const timeInDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();
    for (const days of [5, 29, 40]) {
      const { id } = await createPendingBadge(own, templateId, { expires_at: timeInDays(days) });
      await acceptByLink(id);
    }
    await createPendingBadge(own, templateId, { expires_at: timeInDays(5) });
    const { total, from, to } = await countExpiringBadges(buildCaller(own));
    expect(total).toBe(2);
    const filter = `state::accepted|expires_at_date_min::${from}|expires_at_date_max::${to}`;
    expect((await own.client.get(`/badges?filter=${filter}`)).metadata.total_count).toBe(2);
  });

  it("count the deliveries with a failed attempt, being retried or given up", async () => {
    const own = await createTestOrganization();
    await own.client.put("", { webhook_url: "https://hooks.example.org/" });
    const { id } = await createTemplate(own);
    expect(await getWebhookFailures(buildCaller(own))).toEqual({ undelivered: 0, failingSince: null });
    await createPendingBadge(own, id);
    const waiting = await sql(
      "SELECT id FROM outbox_messages WHERE organization_id = $1 AND kind = 'webhook'",
      [own.id],
    );
    expect(waiting.length).toBeGreaterThanOrEqual(2);
    // Deliveries that only wait for their first attempt have not failed.
    expect((await getWebhookFailures(buildCaller(own))).undelivered).toBe(0);
    const [first] = waiting;
    await sql("UPDATE outbox_messages SET last_reason = 'The receiver answered 503.' WHERE id = $1", [
      first?.id,
    ]);
    expect((await getWebhookFailures(buildCaller(own))).undelivered).toBe(1);
    await sql(
      "UPDATE outbox_messages SET state = 'failed', finished_at = now() WHERE organization_id = $1 AND kind = 'webhook'",
      [own.id],
    );
    expect((await getWebhookFailures(buildCaller(own))).undelivered).toBe(waiting.length);
  });
});
