import { parseEnv } from "@/lib/kernel/env";

// The start checks the variables before it builds, so nothing here may import code that the build generates.

/** Valid values for a parse that needs no secrets. */
export const PLACEHOLDER_SECRETS = {
  ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
  SESSION_SECRET: "-".repeat(32),
};

/** Reads the variables of the environment that are not empty. */
export const readGivenVariables = (): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ""));

/**
 * Throws `InvalidEnvironment` for invalid or missing variables, before anything is built or started. Variables that the
 * embedded database provides may be missing.
 */
export function checkEnvironment(): void {
  const embeddedValues = { DATABASE_URL: "postgresql://embedded", ...PLACEHOLDER_SECRETS };
  const isEmbedded = !process.env.DATABASE_URL;
  const given = readGivenVariables();
  parseEnv(isEmbedded ? { ...embeddedValues, ...given } : given);
}
