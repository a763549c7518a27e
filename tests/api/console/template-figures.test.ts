import { beforeAll, expect, it } from "vitest";
import { listNextTemplates } from "@/lib/badges/templates/earning-path";
import type { Caller } from "@/lib/access/callers/caller";
import { getHolderFigures } from "@/lib/console/analytics/service";
import { acceptByLink, createPendingBadge } from "../../support/badges/badges";
import { createTestOrganization, createTemplate, type TestOrganization } from "../../support/builders";
import { countQueries, sql } from "../../support/platform/database";

const buildCaller = ({ id }: { id: string }): Caller => ({
  organizationId: id,
  organizationIds: [id],
  scopes: "all",
  access: { read: true, write: true, delete: true },
  actor: { type: "System", id: "test", name: "Test" },
});

const DAYS = { from: "2026-03-01", to: "2026-03-31" };

let own: TestOrganization;
let other: TestOrganization;
let template: { id: string };

beforeAll(async () => {
  [own, other] = await Promise.all([createTestOrganization(), createTestOrganization()]);
  template = await createTemplate(own);
});

/** Issues a badge; `wait` is the time in seconds after which it was accepted. */
async function issue(issuedAt: string, wait: number | null): Promise<string> {
  const badge = await createPendingBadge(own, template.id, { issued_at: issuedAt });
  if (wait !== null) {
    await acceptByLink(badge.id);
    await sql(
      "UPDATE issued_badges SET accepted_at = created_at + make_interval(secs => $2) WHERE id = $1 RETURNING id",
      [badge.id, wait],
    );
  }
  return badge.id;
}

it("counts who holds a badge now, and the median time to accept in the period, in one query", async () => {
  await issue("2026-03-01", 60);
  await issue("2026-03-31", 120);
  await issue("2026-03-15", 86_400);
  await issue("2026-03-15", null);
  // Accepted, but outside the period.
  await issue("2026-02-28", 5);
  const expired = await issue("2026-03-10", 120);
  await sql("UPDATE issued_badges SET expires_at = now() - interval '1 day' WHERE id = $1 RETURNING id", [
    expired,
  ]);
  const count = () => getHolderFigures(buildCaller(own), template.id, DAYS);
  expect(await count()).toEqual({ holders: 4, median_seconds_to_accept: 120 });
  expect(await countQueries(count)).toBe(1);
});

it("has nothing to count for another organization, and before badges were accepted", async () => {
  const none = { holders: 0, median_seconds_to_accept: null };
  expect(await getHolderFigures(buildCaller(other), template.id, DAYS)).toEqual(none);
  const unused = await createTemplate(own);
  expect(await getHolderFigures(buildCaller(own), unused.id, DAYS)).toEqual(none);
});

it("lists the organization's templates that require a badge, by name", async () => {
  const activities = [{ activity_type: "Badge", required_badge_template_id: template.id }];
  for (const name of ["Reef Guide", "Coast Guide"])
    await createTemplate(own, { name, badge_template_activities: activities });
  const names = async (organization: TestOrganization) =>
    (await listNextTemplates(buildCaller(organization), template.id)).map(({ name }) => name);
  expect(await names(own)).toEqual(["Coast Guide", "Reef Guide"]);
  expect(await names(other)).toEqual([]);
});
