import { join } from "node:path";
import { defineConfig } from "vitest/config";

// The projects do not inherit the root with `extends`: its global setup must run once, not once for each project.
const root = join(import.meta.dirname, "..");
const resolve = { alias: { "@": root } };
/** Files that change what modules read when they are loaded (mocks, the environment): each loads its own modules. */
export const WITH_OWN_MODULES = [
  "api/operations/inngest-organizations",
  "api/operations/inngest-wakes",
  "api/operations/inngest",
  "api/platform/silent-database",
  "api/platform/statement-names",
  "api/operations/stored-secrets",
  "api/access/last-uses",
  "api/delivery/webhook-health",
  "lib/kernel/database-restarts",
  "lib/kernel/refused-connections",
  "lib/platform/installation-name",
  "lib/http/public-documents",
  "lib/components/notices",
  "lib/operations/folder-store",
].map((name) => `tests/${name}.test.ts`);
const listOwnModuleFiles = (folder: string) =>
  WITH_OWN_MODULES.filter((file) => file.startsWith(`tests/${folder}/`));

/**
 * Far above the time of any test on a machine at a quarter of its speed: the limit ends tests that hang. A poll without its
 * own limit ends after 1 s.
 */
const limits = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 25_000 } } };

const api = {
  ...limits,
  setupFiles: "tests/support/platform/api-setup.ts",
  // Read when the log is imported, which is before the setup of a file.
  env: { LOG_LEVEL: process.env.LOG_LEVEL ?? "silent" },
};

export default defineConfig({
  root,
  resolve,
  test: {
    globalSetup: "tests/support/platform/global-setup.ts",
    // The report is what `npm run test:times` reads.
    reporters: ["default", "json"],
    outputFile: { json: "test-reports/unit.json" },
    maxWorkers: 2,
    projects: [
      {
        root,
        resolve,
        test: {
          ...limits,
          name: "lib",
          include: ["tests/lib/**/*.test.ts", "tests/*.test.ts"],
          exclude: listOwnModuleFiles("lib"),
          // Loading modules takes longer than most files.
          isolate: false,
        },
      },
      { root, resolve, test: { ...limits, name: "lib-own-modules", include: listOwnModuleFiles("lib") } },
      {
        root,
        resolve,
        test: {
          ...api,
          name: "api",
          include: ["tests/api/**/*.test.ts"],
          exclude: listOwnModuleFiles("api"),
          isolate: false,
        },
      },
      { root, resolve, test: { ...api, name: "api-own-modules", include: listOwnModuleFiles("api") } },
      {
        root,
        resolve,
        test: {
          ...limits,
          name: "process",
          include: ["tests/process/**/*.test.ts"],
          testTimeout: 900_000, // twenty rounds of killing and starting, on a busy machine
          hookTimeout: 600_000, // a production build, on a busy machine
          // Runs after the others. A file mostly waits for the processes of the product, which use a good half of two cores.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
