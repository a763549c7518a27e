import { expect, type Browser, type Page } from "@playwright/test";
import { openSignedIn, waitUntilShown } from "./console-pages";
import { openBrowser, type BadgeKey, type EarnerStory } from "./earner-life";

/** Checks what the employer sees of its employee, in its console and through the API. */
export async function expectVisibleBadges(
  life: EarnerStory,
  employee: string,
  keys: BadgeKey[],
  console: Page,
): Promise<void> {
  const { badges, employer, external } = life;
  const names = keys.map((key) => badges[key]).toSorted();
  const data = await employer.send("GET", `/employees/${employee}/data`);
  const seen = (data.badges as { badge_template: { name: string } }[]).map(
    (badge) => badge.badge_template.name,
  );
  expect(seen.toSorted()).toEqual(names);
  await console.reload();
  await waitUntilShown(console);
  const rows = console.getByRole("table", { name: "Badges", exact: true }).locator("tbody tr");
  await expect(rows).toHaveCount(names.length);
  for (const name of names) await expect(rows.filter({ hasText: name })).toHaveCount(1);
  const elsewhere = console.getByRole("table", { name: "External badges" });
  await expect(elsewhere.getByRole("row", { name: external.name })).toHaveCount(1);
}

/** Opens the employer's console on the record of its employee. */
export async function openEmployeeRecord(
  life: EarnerStory,
  employee: string,
  browser: Browser,
): Promise<Page> {
  const console = await openBrowser(browser);
  const { home, administrator } = life.employer;
  await openSignedIn(console, `${home}/employees/${employee}`, administrator);
  return console;
}
