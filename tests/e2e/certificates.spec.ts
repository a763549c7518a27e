import { expect, test, type Page } from "@playwright/test";
import { inspectPage, measureOverflow } from "../support/browser/console-pages";
import {
  acceptBadge,
  createTidalZones,
  product,
  sendAsHarborCollege,
  signInDean,
  useHarborCollege,
  type IssuedHere,
} from "../support/browser/harbor-college";

// The second test shows the design of the first one.
test.describe.configure({ mode: "serial", timeout: 240_000 });
useHarborCollege();

const preview = (page: Page) => page.getByRole("img", { name: "Preview of the certificate" });

/** Waits until the preview shows another picture than this one, and returns it. */
async function waitForOther(page: Page, shown: string | null): Promise<string | null> {
  await expect.poll(() => preview(page).getAttribute("src")).not.toBe(shown);
  return preview(page).getAttribute("src");
}

async function issueAcceptedBadge(): Promise<string> {
  const template = await createTidalZones();
  const badge = (await sendAsHarborCollege("POST", "/badges", {
    recipient_email: "rosa.lind@example.org",
    issued_to_first_name: "Rosa",
    issued_to_last_name: "Lind",
    issued_at: "2026-04-01T09:41:00Z",
    badge_template_id: template.id,
  })) as IssuedHere;
  await acceptBadge(badge);
  return badge.id;
}

/** The sizes of the pages of a certificate in points. */
async function readPageSizes(id: string): Promise<string[]> {
  const response = await fetch(`${product.origin}/badges/${id}/certificate.pdf`);
  expect(response.status).toBe(200);
  const text = Buffer.from(await response.arrayBuffer()).toString("latin1");
  return [...text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, width, height]) => `${Math.round(Number(width))} × ${Math.round(Number(height))}`,
  );
}

test("a design is previewed as it is chosen, saved, and seen on the certificate of an earlier badge", async ({
  page,
}) => {
  const id = await issueAcceptedBadge();
  expect(await readPageSizes(id)).toEqual(["842 × 595"]);
  await signInDean(page, "/settings/certificates");
  let shown = await waitForOther(page, null);
  await page.getByRole("radio", { name: /^Modern/ }).check();
  shown = await waitForOther(page, shown);
  await page.getByLabel("Paper size").selectOption("US Letter");
  await page.getByLabel("Orientation").selectOption("Portrait");
  shown = await waitForOther(page, shown);
  await page.getByRole("radio", { name: "Japanese names" }).check();
  await waitForOther(page, shown);
  await page.getByRole("button", { name: "Add signature" }).click();
  const signature = page.getByRole("group", { name: "Signature 1" });
  await page.getByRole("button", { name: "Save design" }).click();
  await expect(signature.getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
  await signature.getByLabel("Name").fill("Prof. Ines Okafor");
  await page.getByRole("button", { name: "Save design" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Paper size")).toHaveValue("LETTER");
  await expect(signature.getByLabel("Name")).toHaveValue("Prof. Ines Okafor");
  await expect.poll(() => readPageSizes(id)).toEqual(["612 × 792"]);
});

test("a colour that is hard to read is warned of, and the page passes the checks on a narrow screen", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInDean(page, "/settings/certificates");
  await waitForOther(page, null);
  await page.getByRole("textbox", { name: /^Colour/ }).fill("#ffe066");
  await expect(page.getByText(/^#ffe066 /)).toBeVisible();
  expect(await measureOverflow(page)).toBe(0);
  expect(await inspectPage(page, "design of certificates")).toEqual([]);
});
