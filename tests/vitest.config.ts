import { join } from "node:path";
import { defineConfig } from "vitest/config";

// The projects do not inherit the root with `extends`: its global setup must run once, not once for each of them.
const root = join(import.meta.dirname, "..");
const resolve = { alias: { "@": root } };
const limits = { testTimeout: 30_000, hookTimeout: 60_000 };

export default defineConfig({
  root,
  resolve,
  test: {
    globalSetup: "tests/support/global-setup.ts",
    maxWorkers: 2,
    projects: [
      {
        root,
        resolve,
        test: { ...limits, name: "lib", include: ["tests/lib/**/*.test.ts", "tests/*.test.ts"] },
      },
      {
        root,
        resolve,
        test: {
          ...limits,
          name: "api",
          include: ["tests/api/**/*.test.ts"],
          setupFiles: "tests/support/api-setup.ts",
          // Read when the log is imported, which is before the setup of a file.
          env: { LOG_LEVEL: process.env.LOG_LEVEL ?? "silent" },
        },
      },
      {
        root,
        resolve,
        test: {
          name: "process",
          include: ["tests/process/**/*.test.ts"],
          testTimeout: 900_000, // twenty rounds of killing and starting, on a machine that has much else to do
          hookTimeout: 600_000, // a production build, on a machine that has much else to do
          // After the others, alone: the built product with its processes takes all cores.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
