import { beforeAll, describe, expect, it } from "vitest";
import {
  badgeListAddress,
  badgeListQuery,
} from "@/app/(console)/console/[organization]/issued_badges/badge-list-request";
import type { Caller } from "@/lib/access/callers/caller";
import { getHolderFigures } from "@/lib/console/analytics/service";
import { createTemplate, createTestOrganization, type TestOrganization } from "../../support/builders";
import { createEarner, issueBadgeTo } from "../../support/accounts/earners";
import { createOpenedTestMode } from "../../support/console/opened-test-mode";
import { sql } from "../../support/platform/database";

// What the console lists and counts for each state that it shows, by the dates of badges (decision 0137).

const DAY_MS = 86_400_000;
const FIGURES = { from: "2026-01-01", to: "2026-12-31" };

let organization: TestOrganization;
let templateId: string;
let badges: Record<string, string>;

const daysFromNow = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/** Issues a badge to a new recipient: each person gets a template only once. */
async function issue(
  dates: { issued_at?: string; expires_at?: string },
  isAccepted = true,
  { owner = organization, template = templateId } = {},
): Promise<string> {
  const earner = await createEarner();
  const { id } = await issueBadgeTo(owner, earner.email, { badge_template_id: template, ...dates });
  if (isAccepted) await earner.client.post(`/badges/${id}/accept`, { private: false });
  return id;
}

beforeAll(async () => {
  organization = await createTestOrganization();
  templateId = (await createTemplate(organization)).id;
  badges = {
    valid: await issue({ issued_at: daysFromNow(-2), expires_at: daysFromNow(2) }),
    endless: await issue({ issued_at: daysFromNow(-2) }),
    later: await issue({ issued_at: daysFromNow(2) }),
    over: await issue({ issued_at: daysFromNow(-3), expires_at: daysFromNow(-1) }),
    waiting: await issue({ issued_at: daysFromNow(-2) }, false),
    "waiting later": await issue({ issued_at: daysFromNow(2) }, false),
    "waited too long": await issue({ issued_at: daysFromNow(-3), expires_at: daysFromNow(-1) }, false),
    "ends in this second": await issue({ issued_at: daysFromNow(-2) }),
    "begins in this second": await issue({ issued_at: daysFromNow(-2) }),
  };
  // Dates count in whole seconds: what ends later in this second has ended, and what begins in it has begun.
  const set = (column: string, name: string) =>
    sql(
      `UPDATE issued_badges SET ${column} = date_trunc('second', now()) + interval '999 milliseconds' WHERE id = $1`,
      [badges[name]],
    );
  await set("expires_at", "ends in this second");
  await set("issued_at", "begins in this second");
});

/** The names of the badges that the console lists for states, and how many it says there are. */
async function listShown(state: string): Promise<{ names: string[]; count: number }> {
  const query = badgeListQuery(badgeListAddress("/console/x/issued_badges", { state }, []));
  const { data, metadata } = await organization.client.get(`/badges?${query.toString()}`);
  const found = (data as { id: string }[]).map(({ id }) => id);
  const names = Object.keys(badges).filter((name) => found.includes(badges[name] ?? ""));
  return { names, count: metadata.total_count as number };
}

describe("the list of issued badges in the console", () => {
  it.each<[state: string, names: string[]]>([
    ["accepted", ["valid", "endless", "begins in this second"]],
    ["not_yet_valid", ["later"]],
    ["expired", ["over", "waited too long", "ends in this second"]],
    ["pending", ["waiting", "waiting later"]],
    ["accepted,not_yet_valid", ["valid", "endless", "later", "begins in this second"]],
    [
      "accepted,expired",
      ["valid", "endless", "later", "over", "ends in this second", "begins in this second"],
    ],
    ["pending,accepted", ["valid", "endless", "later", "waiting", "waiting later", "begins in this second"]],
    ["revoked", []],
  ])("shows under %s what it says of each badge", async (state, names) => {
    expect(await listShown(state)).toEqual({ names, count: names.length });
  });
});

const buildCaller = ({ id }: { id: string }): Caller => ({
  organizationId: id,
  organizationIds: [id],
  scopes: "all",
  access: { read: true, write: true, delete: true },
  actor: { type: "System", id: "test", name: "Test" },
});

describe("the holders of a badge", () => {
  it("are those of the list of accepted badges: not those whose badge begins later or has ended", async () => {
    const { holders } = await getHolderFigures(buildCaller(organization), templateId, FIGURES);
    expect(holders).toBe((await listShown("accepted")).count);
    expect(holders).toBe(3);
  });

  it("in test mode are counted there alone", async () => {
    const { real, test } = await createOpenedTestMode();
    const { id } = await createTemplate(test);
    await issue({ issued_at: daysFromNow(-2) }, true, { owner: test, template: id });
    await issue({ issued_at: daysFromNow(2) }, true, { owner: test, template: id });
    const count = async (owner: { id: string }) =>
      (await getHolderFigures(buildCaller(owner), id, FIGURES)).holders;
    expect([await count(test), await count(real)]).toEqual([1, 0]);
  });
});
