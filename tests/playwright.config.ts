import { defineConfig } from "@playwright/test";
import { BROWSER_ENVIRONMENT, BROWSER_FLAGS, findBrowser } from "./support/browser/browser";

export default defineConfig({
  testDir: "e2e",
  outputDir: "../test-results",
  globalSetup: "./support/browser/e2e-setup.ts",
  // Each file starts a product of its own; a browser leaves half of two cores to another.
  workers: 2,
  // What fails is looked at once more: the report names it flaky, and a machine that stopped for a moment is no fault.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    launchOptions: {
      executablePath: findBrowser() ?? "",
      args: BROWSER_FLAGS,
      env: BROWSER_ENVIRONMENT,
    },
    // A picture of the page for each key that is pressed takes longer than the test: ask for it with --trace on.
    trace: "off",
  },
});
