import { defineConfig } from "@playwright/test";
import { BROWSER_FLAGS, findBrowser } from "./support/browser";

export default defineConfig({
  testDir: "e2e",
  outputDir: "../test-results",
  // Each file starts a product of its own; two cores carry one at a time.
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    launchOptions: { executablePath: findBrowser() ?? "", args: BROWSER_FLAGS },
    trace: "retain-on-failure",
  },
});
