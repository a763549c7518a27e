import { defineConfig } from "@playwright/test";
import { BROWSER_ENVIRONMENT, BROWSER_FLAGS, findBrowser } from "./support/browser/browser";

export default defineConfig({
  testDir: "e2e",
  outputDir: "../test-results",
  globalSetup: "./support/browser/e2e-setup.ts",
  // Each worker has a product that its files share. A browser takes half of two cores.
  workers: 2,
  // A test that fails only sometimes is a defect of the product or of the test, so it must fail the run.
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // The report is what `npm run test:times` reads.
  reporter: [["list"], ["json", { outputFile: "../test-reports/browser.json" }]],
  use: {
    launchOptions: {
      executablePath: findBrowser() ?? "",
      args: BROWSER_FLAGS,
      env: BROWSER_ENVIRONMENT,
    },
    // A screenshot for each key press takes longer than the test. Use --trace on when needed.
    trace: "off",
  },
});
