import type { TestProject } from "vitest/node";
import type { ScratchPostgres } from "@/lib/platform/postgres/scratch";
import { startTestPostgres } from "./postgres";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the run's server, for createTestDatabase. */
    databaseUrl: string;
  }
}

let server: ScratchPostgres | undefined;

/** Vitest's hook before all tests: starts one database server for the whole run. */
export async function setup(project: TestProject): Promise<void> {
  server = await startTestPostgres();
  project.provide("databaseUrl", server.url);
}

/** Vitest's hook after all tests. */
export async function teardown(): Promise<void> {
  await server?.stop();
}
