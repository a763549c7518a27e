import type { TestProject } from "vitest/node";
import type { ScratchPostgres } from "@/lib/platform/postgres/scratch";
import { startTestPostgres } from "./postgres";
import { createPreparedProducts } from "./prepared-product";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the run's server, for createTestDatabase. */
    databaseUrl: string;
  }
}

let server: ScratchPostgres | undefined;
let removePreparedProducts: (() => Promise<void>) | undefined;

/** Vitest's hook before all tests: starts one database server for the whole run, and has products prepared once. */
export async function setup(project: TestProject): Promise<void> {
  removePreparedProducts = await createPreparedProducts();
  server = await startTestPostgres();
  project.provide("databaseUrl", server.url);
}

/** Vitest's hook after all tests. */
export async function teardown(): Promise<void> {
  await server?.stop();
  await removePreparedProducts?.();
}
