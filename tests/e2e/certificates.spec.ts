import { expect, type Page } from "@playwright/test";
import { inspectPage, measureOverflow } from "../support/browser/console-pages";
import {
  acceptBadge,
  consoleUrl,
  createTidalZones,
  product,
  sendAsHarborCollege,
  signInDean,
  useHarborCollege,
  type IssuedHere,
} from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";

// The later tests show the design of the first one.
test.describe.configure({ mode: "serial", timeout: 240_000 });
useHarborCollege();

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20"><rect width="60" height="20" fill="#a35"/></svg>`;

const preview = (page: Page) => page.getByRole("img", { name: "Preview of the certificate" });

/** Waits until the preview shows another picture than this one, and returns it. */
async function waitForOther(page: Page, shown: string | null): Promise<string | null> {
  await expect.poll(() => preview(page).getAttribute("src")).not.toBe(shown);
  return preview(page).getAttribute("src");
}

async function issueAcceptedBadge(): Promise<{ id: string; templateId: string }> {
  const template = await createTidalZones();
  const badge = (await sendAsHarborCollege("POST", "/badges", {
    recipient_email: "rosa.lind@certificates.example",
    issued_to_first_name: "Rosa",
    issued_to_last_name: "Lind",
    issued_at: "2026-04-01T09:41:00Z",
    badge_template_id: template.id,
  })) as IssuedHere;
  await acceptBadge(badge);
  return { id: badge.id, templateId: template.id };
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
  const { id } = await issueAcceptedBadge();
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

test("a badge template gets its own design, and returns to that of the organization", async ({ page }) => {
  const { id, templateId } = await issueAcceptedBadge();
  await signInDean(page, `/badge_templates/${templateId}`);
  await page.getByRole("link", { name: "Certificate", exact: true }).click();
  await expect(page.getByText("use the design of your organization")).toBeVisible();
  let shown = await waitForOther(page, null);
  expect(await readPageSizes(id)).toEqual(["612 × 792"]);
  await page.getByRole("button", { name: "Design for this template" }).click();
  await expect(page.getByRole("group", { name: "Signature 1" }).getByLabel("Name")).toHaveValue(
    "Prof. Ines Okafor",
  );
  shown = await waitForOther(page, null);
  await page.getByLabel("Font").selectOption("Serif (Source Serif)");
  shown = await waitForOther(page, shown);
  await page.getByRole("radio", { name: /^Stamp/ }).check();
  shown = await waitForOther(page, shown);
  await page.getByRole("checkbox", { name: "Badge ID" }).check();
  shown = await waitForOther(page, shown);
  await page.getByRole("radio", { name: "Another image" }).check();
  await page
    .getByLabel("Logo image")
    .locator("input[type=file]")
    .setInputFiles({
      name: "logo.svg",
      mimeType: "image/svg+xml",
      buffer: Buffer.from(LOGO),
    });
  await waitForOther(page, shown);
  await page.getByLabel("Orientation").selectOption("Landscape");
  await page.getByRole("button", { name: "Save design" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect.poll(() => readPageSizes(id)).toEqual(["792 × 612"]);
  await page.goto(consoleUrl("/settings/certificates"));
  await page.getByRole("link", { name: "Tidal Zones" }).click();
  await expect(page.getByRole("radio", { name: /^Stamp/ })).toBeChecked();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await measureOverflow(page)).toBe(0);
  expect(await inspectPage(page, "design of a template")).toEqual([]);
  await page.getByRole("button", { name: "Go back to the organization’s design" }).click();
  await page.getByRole("button", { name: "Delete this design" }).click();
  await expect(page.getByRole("button", { name: "Design for this template" })).toBeVisible();
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
