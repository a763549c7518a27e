import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, type Browser, type Page } from "@playwright/test";
import { withClient } from "@/lib/platform/postgres/database";
import { inspectPage, openPage } from "../support/browser/console-pages";
import {
  createTidalZones,
  organization,
  product,
  sendAsHarborCollege,
  signInDean,
  useOwnHarborCollege,
} from "../support/browser/harbor-college";
import { runAdmin } from "../support/platform/product";

// Each test continues where the one before it ended.
test.describe.configure({ mode: "serial" });
// The tests change rows and heads of the audit log behind the product, whose job signs the heads of all organizations.
useOwnHarborCollege();

let folder = "";
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "audit-log-"));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

const query = async (text: string): Promise<unknown[]> =>
  withClient(await product.databaseUrl(), async (client) => (await client.query(text)).rows);

type Chain = { position: number; waiting: number; head: { position: number } | null; fault: object | null };
const readChain = () => sendAsHarborCollege("GET", "/audit_chain") as Promise<unknown> as Promise<Chain>;

/** Makes the hourly job due, as when its hour has passed. */
const startHour = () =>
  query("UPDATE hourly_runs SET next_run_at = now() - interval '1 second' WHERE job = 'sign-audit-heads'");

/** Lets the hourly job run until the chain is in this state. */
async function waitForChain(isReached: (chain: Chain) => boolean): Promise<void> {
  await expect
    .poll(
      async () => {
        await startHour();
        return isReached(await readChain());
      },
      { timeout: 60_000 },
    )
    .toBe(true);
}

/** Runs a command of docs/operating/audit.md. */
async function admin(...args: string[]) {
  const { code, stdout } = await runAdmin(product.dataDir, ["audit", ...args, "--json"]);
  return { code, first: JSON.parse(stdout).items?.[0] };
}

/** Verifies in the console. The button does nothing before the page's scripts run, so the click is repeated. */
const verifyInConsole = (page: Page, result: string | RegExp) =>
  expect(async () => {
    await page.getByRole("button", { name: "Verify entries" }).click();
    await expect(page.getByRole("alert").filter({ hasText: result })).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 30_000 });

const onPhone = async (browser: Browser, check: (page: Page) => Promise<void>) => {
  const page = await openPage(browser, 320, "dark");
  await signInDean(page, "/settings/audit_log");
  await check(page);
  await page.context().close();
};

test("the signed head is shown, and the download verifies", async ({ page, browser }) => {
  test.setTimeout(180_000);
  await createTidalZones();
  await waitForChain(
    ({ position, head, waiting }) => waiting === 0 && position > 0 && head?.position === position,
  );
  await signInDean(page, "/settings/audit_log");
  await expect(page.getByText("Verified when it was signed.")).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download with proof" }).click(),
  ]);
  const file = join(folder, download.suggestedFilename().replaceAll(" ", "-"));
  await download.saveAs(file);
  expect(await admin("verify", "--file", file)).toMatchObject({ code: 0, first: { problem: null } });
  await onPhone(browser, async (looked) => {
    await verifyInConsole(looked, /^All \d+ entries are unchanged since they were added/);
    expect(await inspectPage(looked, "audit log with its head")).toEqual([]);
  });
});

test("the operator verifies and exports as described", async () => {
  test.setTimeout(120_000);
  const { organization_id: id } = organization;
  const verified = await admin("verify");
  expect(verified.code).toBe(0);
  const { last_position: position, last_hash: hash } = (await admin("verify", "--organization", id)).first;
  const file = join(folder, "audit.ndjson");
  expect((await admin("export", "--organization", organization.slug, "--file", file)).code).toBe(0);
  expect((await admin("verify", "--file", file)).code).toBe(0);
  expect((await admin("verify", "--organization", id, "--head", `${position}:${hash}`)).code).toBe(0);
});

test("a change from outside is found by the operator and shown in the console", async ({ page, browser }) => {
  test.setTimeout(180_000);
  await query("ALTER TABLE audit_entries DISABLE TRIGGER USER");
  await query(
    `UPDATE audit_entries SET actor_name = 'Somebody else' WHERE id = (
       SELECT entry_id FROM audit_links WHERE organization_id = '${organization.organization_id}' AND position = 1)`,
  );
  await query("ALTER TABLE audit_entries ENABLE TRIGGER USER");
  expect(await admin("verify", "--organization", organization.organization_id)).toMatchObject({
    code: 1,
    first: { first_difference: 1 },
  });
  // The job signs nothing when it cannot continue from the last head.
  await sendAsHarborCollege("PUT", "", { bio: "Near the sea." });
  await query("UPDATE audit_heads SET token = 'no head'");
  await waitForChain(({ fault }) => fault !== null);
  await signInDean(page, "/settings/audit_log");
  await expect(page.getByText("The audit log was changed from outside")).toBeVisible();
  await onPhone(browser, async (looked) => {
    await verifyInConsole(looked, "Entry 1 differs");
    expect(await inspectPage(looked, "audit log with a fault")).toEqual([]);
  });
});
