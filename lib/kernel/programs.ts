import { existsSync } from "node:fs";
import { join } from "node:path";

/** How the product runs: from a production build, or with Next's hot reload of pages and routes. */
export type Mode = "production" | "development";

/** The folder of the programs of a build, and of what belongs to this build. */
export const BUNDLES = ".build";
/** The programs of `npm run dev`, which leaves a production build as it is. */
export const DEVELOPMENT_BUNDLES = join(BUNDLES, "development");

/** The programs in `scripts` that are bundled. */
export const PROGRAMS = [
  "start",
  "serve",
  "web",
  "runner",
  "welcome",
  "operator",
  "migrate",
  "proofs",
] as const;

/** Lets the process for jobs respond to probes on the port, because no server process does. */
export const PROBE_OPTION = "--probe";

/** Returns the path of a compiled program. */
export const programPath = (script: (typeof PROGRAMS)[number], mode: Mode = "production"): string =>
  join(process.cwd(), mode === "development" ? DEVELOPMENT_BUNDLES : BUNDLES, `${script}.js`);

/** Returns the path of a compiled program, for a process that runs from a build; null for one that runs from sources. */
export function findCompiledProgram(script: (typeof PROGRAMS)[number]): string | null {
  const mode = process.env.NODE_ENV;
  if (mode !== "production" && mode !== "development") return null;
  const path = programPath(script, mode);
  return existsSync(path) ? path : null;
}
