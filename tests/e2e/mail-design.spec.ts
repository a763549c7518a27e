import { expect, type Page } from "@playwright/test";
import { inspectPage, measureOverflow } from "../support/browser/console-pages";
import {
  createTidalZones,
  product,
  sendAsHarborCollege,
  signInDean,
  useHarborCollege,
} from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";
import { waitForMailTo } from "../support/delivery/mailbox";

// The second test shows the texts of the first one.
test.describe.configure({ mode: "serial", timeout: 120_000 });
useHarborCollege();

const PATH = "/settings/mails";

/** The mail in the frame of the preview. */
const mail = (page: Page) => page.frameLocator('iframe[title="E-mail preview"]');
const textbox = (page: Page, name: string) => page.getByRole("textbox", { name });
const preview = (page: Page) => page.getByRole("region", { name: "Preview" });

test("texts are previewed as they are typed, tested, saved, and sent to a recipient of their language", async ({
  page,
}) => {
  const template = await createTidalZones();
  await signInDean(page, PATH);
  await expect(mail(page).getByRole("heading", { name: "Ada, you have earned a badge" })).toBeVisible();
  await expect(textbox(page, "Heading")).toHaveAttribute(
    "placeholder",
    "{{recipient_first_name}}, you have earned a badge",
  );

  await page.getByLabel("Language").selectOption("Français");
  await textbox(page, "Subject").fill("Un badge de ");
  await page.getByRole("button", { name: "{{issuer_name}}" }).click();
  await expect(textbox(page, "Subject")).toHaveValue("Un badge de {{issuer_name}}");
  await textbox(page, "Opening words").fill("Bienvenue, {{recipient_name}} !");
  await textbox(page, "Sender name").fill("Harbor Registrar");
  await page.getByLabel("Reply-to address").selectOption("dean@mail-design.example");
  await expect(preview(page).getByText("Un badge de Harbor College")).toBeVisible();
  await expect(preview(page).getByText(/^Harbor Registrar </)).toBeVisible();
  await expect(mail(page).getByText("Bienvenue, Ada Lovelace !")).toBeVisible();
  await expect(preview(page).locator("pre")).toContainText("Bienvenue, Ada Lovelace !");
  await page.getByRole("button", { name: "Narrow" }).click();
  await expect(page.getByRole("button", { name: "Narrow" })).toHaveAttribute("aria-pressed", "true");

  await page.getByRole("button", { name: "Send test e-mail" }).click();
  await expect(page.getByText("Test e-mail sent to dean@mail-design.example.")).toBeVisible();
  const tried = await waitForMailTo(
    product.dataDir,
    "dean@mail-design.example",
    "Un badge de Harbor College",
  );
  expect(tried.from?.name).toBe("Harbor Registrar");
  expect(tried.text).toContain("Bienvenue, Ada Lovelace !");

  await page.getByRole("button", { name: "Save e-mails" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await sendAsHarborCollege("POST", "/badges", {
    recipient_email: "rosa.lind@mail-design.example",
    issued_to_first_name: "Rosa",
    issued_to_last_name: "Lind",
    issued_at: "2026-04-01T09:41:00Z",
    badge_template_id: template.id,
    locale: "fr",
  });
  const sent = await waitForMailTo(product.dataDir, "rosa.lind@mail-design.example");
  expect(sent).toMatchObject({
    subject: "Un badge de Harbor College",
    from: { name: "Harbor Registrar" },
    replyTo: [{ address: "dean@mail-design.example" }],
  });
  expect(sent.text).toContain("Bienvenue, Rosa Lind !");
});

test("a wrong placeholder is shown at its text, also when another one is open, on a narrow screen", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInDean(page, PATH);
  await page.getByLabel("Language").selectOption("Français ✓");
  await expect(textbox(page, "Subject")).toHaveValue("Un badge de {{issuer_name}}");
  await textbox(page, "Subject").fill("Hello {{nmae}}");
  await expect(page.getByText("The preview is out of date")).toBeVisible();
  await page.getByLabel("Language").selectOption("Deutsch");
  await page.getByRole("button", { name: "Save e-mails" }).click();
  await expect(textbox(page, "Subject")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Language")).toHaveValue("fr");
  await expect(
    page.getByRole("alert").filter({ hasText: "Has the unknown placeholder {{nmae}}" }),
  ).toBeVisible();
  expect(await measureOverflow(page)).toBe(0);
  expect(await inspectPage(page, "design of mails")).toEqual([]);
});
