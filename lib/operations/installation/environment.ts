import { parseEnv, InvalidEnvironment, listVariables, type Variable } from "@/lib/kernel/env";

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

const HEADING = `# Variables of the service; docs/operating.md explains them. Uncomment what you set. Defaults follow the equals sign,
# and an empty value counts as absent. The service reads the environment of its process. To start it with a file:
#   set -a; . ./.env; set +a; npm start
`;

/** Quotes a value for a shell. */
const quoteForShell = (value: string): string => (/^[\w.:/-]*$/.test(value) ? value : `'${value}'`);

const formatVariable = ({ name, meaning, fallback }: Variable): string =>
  `\n# ${meaning}\n# ${name}=${quoteForShell(fallback)}\n`;

/** Builds the text of `.env.example`: every variable of the schema, commented out. */
export const buildEnvExample = (): string => HEADING + listVariables().map(formatVariable).join("");

/** The parts of the product that a start runs: server processes, and the process for jobs. */
export type Parts = { web: boolean; jobs: boolean };

const OPTION = "--only";

/**
 * Reads which parts to run from the arguments of a start: `--only web`, `--only jobs`, or both parts without the option.
 * Throws `InvalidEnvironment` for other values, and without a database that the parts can share.
 */
export function readParts(args: string[], databaseUrl: string | undefined): Parts {
  const at = args.indexOf(OPTION);
  if (at === -1) return { web: true, jobs: true };
  const part = args[at + 1];
  if (part !== "web" && part !== "jobs")
    throw new InvalidEnvironment(`${OPTION} must be followed by web or jobs.`);
  if (!databaseUrl)
    throw new InvalidEnvironment(
      `${OPTION} ${part} requires DATABASE_URL: only one process can use the embedded database.`,
    );
  return { web: part === "web", jobs: part === "jobs" };
}
