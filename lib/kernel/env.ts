import { isIP } from "node:net";
import { z } from "zod";
import { BACKUP_VARIABLES } from "./backup-variables";
import { TRACING_VARIABLES } from "./tracing-variables";
import { isLoopback, loopbackAddress } from "./origins";
import {
  dnsServers,
  ehloName,
  flag,
  flagIfGiven,
  flagUnlessOff,
  installationName,
  origin,
} from "./variable-types";

const optionalText = z
  .string()
  .optional()
  .transform((value) => (value === "" ? undefined : value));

const encryptionKey = z
  .string({ error: "is required in production: 32 random bytes as base64 (openssl rand -base64 32)" })
  .transform((value) => Buffer.from(value, "base64"))
  .refine((bytes) => bytes.length === 32, "must be 32 bytes as base64 (openssl rand -base64 32)");

const encryptionKeys = z
  .string()
  .default("")
  .transform((value) => value.split(/[\s,]+/).filter((one) => one !== ""))
  .transform((values) => values.map((value) => Buffer.from(value, "base64")))
  .refine(
    (all) => all.every((bytes) => bytes.length === 32),
    "must be keys of 32 bytes as base64, separated by commas",
  );

const integerBetween = (low: number, high: number) =>
  z.coerce
    .number({ error: `must be a whole number from ${low} to ${high}` })
    .int()
    .min(low)
    .max(high);

/** Requests per minute of each credential, or null for no limit. */
const rateLimit = z
  .union([z.literal("off"), integerBetween(1, 1_000_000)], {
    error: "must be off or a whole number from 1 to 1000000",
  })
  .default(600)
  .transform((value) => (value === "off" ? null : value));

/** `HOST` for all addresses of this machine, of IPv4 and of IPv6 where it has that. */
const EVERY_ADDRESS = "*";

const Variables = z.object({
  NODE_ENV: z.enum(["development", "test", "production"]).default("production"),
  PORT: integerBetween(0, 65_535).default(3000).describe("The port to serve on. 0 takes a free one."),
  HOST: z
    .string()
    .refine((text) => text === EVERY_ADDRESS || isIP(text) !== 0, "must be an IP address, or * for all")
    .optional()
    .describe(
      "The IP address to serve on, or * for all. 127.0.0.1 by default if APP_URL is of this machine.",
    ),
  WEB_CONCURRENCY: integerBetween(1, 64).optional().describe("Server processes behind the port."),
  DRAIN_SECONDS: integerBetween(0, 300)
    .default(0)
    .describe("Seconds between SIGTERM and closing the port, in which /healthz returns 503."),
  APP_URL: origin
    .optional()
    .describe("The public origin. Every address that the service returns begins with it."),
  INSTALLATION_NAME: installationName.describe("The name of the installation on pages and in e-mails."),
  INSTALLATION_LOGO: optionalText.describe(
    "File with the logo of the installation for pages: PNG, JPEG, WebP, GIF or SVG.",
  ),
  DEMONSTRATION: flagIfGiven.describe(
    "1 creates a demonstration organization on the first start and prints its password; 0 does not.",
  ),
  DATABASE_URL: z
    .string({ error: "is required by a server process (npm start sets it for the embedded database)" })
    .regex(/^postgres(ql)?:\/\//, "must be a postgresql:// address")
    .describe("postgresql://… of a database of your own. Without it the service runs its own PostgreSQL."),
  READ_DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must be a postgresql:// address")
    .optional()
    .describe("postgresql://… of a streaming replica, from which lists are read. Requires REDIS_URL."),
  READ_DATABASE_LAG_MS: integerBetween(1_000, 3_600_000)
    .default(3_000)
    .describe("Milliseconds that the replica may be behind. Beyond that it is not used."),
  DATABASE_POOL: integerBetween(1, 100)
    .default(10)
    .describe("Connections to the database of each server process."),
  DATABASE_WAIT_MS: integerBetween(10, 600_000)
    .default(8_000)
    .describe("Milliseconds that a request waits for a free or new connection. Then it responds with 503."),
  DATABASE_STATEMENT_MS: integerBetween(10, 86_400_000)
    .default(30_000)
    .describe(
      "Milliseconds after which PostgreSQL ends a statement. Statements of hourly jobs have at least ten minutes.",
    ),
  DATABASE_SILENCE_MS: integerBetween(10, 600_000)
    .default(3_000)
    .describe(
      "Milliseconds without a response after which another connection asks whether the statement still runs.",
    ),
  DATA_DIR: z
    .string()
    .default(".data")
    .describe("Folder of the embedded database, secrets, e-mail files and drawn documents."),
  ENCRYPTION_KEY: encryptionKey.describe("32 bytes in base64. Required with DATABASE_URL."),
  ENCRYPTION_KEY_PREVIOUS: encryptionKeys.describe(
    "Other keys that can be read: those before a change, or the next one. Separated by commas.",
  ),
  SESSION_SECRET: z
    .string({ error: "is required in production: at least 32 characters (openssl rand -base64 32)" })
    .min(32, "must have at least 32 characters")
    .describe("At least 32 characters. Required with DATABASE_URL."),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// address" })
    .optional()
    .describe(
      "smtp:// or smtps:// address of a mail server. Without it each e-mail is a file in DATA_DIR/mail.",
    ),
  SMTP_EHLO_NAME: ehloName
    .optional()
    .describe("Host name by which the service introduces itself to the mail server (EHLO)."),
  RATE_LIMIT: rateLimit.describe(
    "Requests a minute of each credential. off lifts this and the limit of failures of an address.",
  ),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: "must be a redis:// or rediss:// address" })
    .optional()
    .describe("redis:// or rediss:// address, through which several machines count limits together."),
  DNS_SERVERS: dnsServers
    .optional()
    .describe("IP addresses of the DNS servers that domains are verified with, separated by commas."),
  TRUSTED_PROXIES: integerBetween(0, 10)
    .default(0)
    .describe("Number of proxies of your own in front, whose X-Forwarded-For contains the client's address."),
  TERMS_URL: z
    .url({ protocol: /^https?$/, error: "must be an http(s) address" })
    .optional()
    .describe("Address of your terms of service, for applications that use wallets."),
  PRIVACY_URL: z
    .url({ protocol: /^https?$/, error: "must be an http(s) address" })
    .optional()
    .describe("Address of your privacy policy, for applications that use wallets."),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,}$/, "must have at least 16 characters and no spaces")
    .optional()
    .describe("At least 16 characters. /metrics responds to requests that send it as Bearer token."),
  MAIL_FROM: z.string().default("Badges <badges@localhost>").describe("Sender of e-mails."),
  WEBHOOKS_ALLOW_INSECURE: flag.describe(
    "1 allows http and private addresses for webhooks, images and badges. For development.",
  ),
  SERVICE_MOVES: flagUnlessOff.describe(
    "0 forbids administrators to move badges from another service into their organization.",
  ),
  INNGEST_EVENT_KEY: optionalText.describe("Event key of Inngest. Required with INNGEST_SIGNING_KEY."),
  INNGEST_SIGNING_KEY: optionalText.describe(
    "Signing key of Inngest, which then runs the jobs through /api/inngest.",
  ),
  INNGEST_BASE_URL: optionalText.describe("Address of an Inngest server of your own."),
  INNGEST_SERVE_ORIGIN: origin
    .optional()
    .describe("The origin at which Inngest reaches this service. Without it Inngest calls APP_URL."),
  INNGEST_DEV: flag.describe("1 uses Inngest's dev server, whose requests are not signed. For development."),
  OIDC_ISSUER: optionalText.describe(
    "Address of an OpenID Connect provider for sign-in of people who have an account.",
  ),
  OIDC_CLIENT_ID: optionalText.describe(
    "The client ID at that provider. Sign-in is offered when both are set.",
  ),
  OIDC_CLIENT_SECRET: optionalText.describe("The client secret at that provider."),
  OIDC_NAME: z.string().default("Single sign-on").describe("The name of that provider on the sign-in page."),
  EVENTS_KEPT_DAYS: integerBetween(30, 36_500)
    .default(400)
    .describe("Days that events are stored. At least 30."),
  MESSAGES_KEPT_DAYS: integerBetween(1, 36_500)
    .default(30)
    .describe("Days that e-mails, webhooks and their attempts are stored after they are done or given up."),
  // The database refuses to delete entries younger than 366 days.
  AUDIT_KEPT_DAYS: integerBetween(366, 36_500)
    .default(2_557)
    .describe("Days that entries of audit logs are stored (7 years). At least 366."),
  ...BACKUP_VARIABLES,
  ...TRACING_VARIABLES,
  API_THROUGH_NEXT: flag.describe(
    "1 serves the APIs through Next's router, which is slower. To compare both ways.",
  ),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "silent"])
    .default("info")
    .describe("trace, debug, info, warn, error or silent."),
});

/** A variable as docs/operating.md and `.env.example` describe it, with its default if that is fixed. */
export type Variable = { name: string; meaning: string; fallback: string };

const Fallback = z.union([z.string(), z.number()]).default("").transform(String);

/** Lists the variables that users can set, in order. The programs set the others (`NODE_ENV`). */
export function listVariables(): Variable[] {
  const { properties = {} } = z.toJSONSchema(Variables, { io: "input" });
  return Object.entries(properties).flatMap(([name, shape]) =>
    typeof shape === "object" && shape.description !== undefined
      ? [{ name, meaning: shape.description, fallback: Fallback.parse(shape.default) }]
      : [],
  );
}

const Environment = Variables.refine((given) => !given.INNGEST_SIGNING_KEY || given.INNGEST_EVENT_KEY, {
  path: ["INNGEST_EVENT_KEY"],
  error: "is required together with INNGEST_SIGNING_KEY: nothing can be sent to Inngest without it",
})
  .refine((given) => !given.BACKUP_TO || given.BACKUP_KEY, {
    path: ["BACKUP_KEY"],
    error: "is required together with BACKUP_TO (openssl rand -base64 32)",
  })
  .refine((given) => !given.READ_DATABASE_URL || given.REDIS_URL, {
    path: ["REDIS_URL"],
    error: "is required together with READ_DATABASE_URL: it remembers which changes a reader must see",
  })
  .refine((given) => !given.INNGEST_SIGNING_KEY || !given.INNGEST_DEV, {
    path: ["INNGEST_DEV"],
    error: "cannot be set together with INNGEST_SIGNING_KEY: requests of a dev server are not signed",
  });

type ParsedEnvironment = z.infer<typeof Environment>;

/** The parsed environment. `APP_URL` is always set (default `http://localhost:PORT`). */
export type Env = Omit<ParsedEnvironment, "APP_URL" | "DEMONSTRATION" | "HOST"> & {
  APP_URL: string;
  /** Undefined for all addresses of this machine. */
  HOST: string | undefined;
  DEMONSTRATION: boolean;
  inngest: boolean;
  oidc: boolean;
};

/** Thrown with one readable line for each invalid variable. */
export class InvalidEnvironment extends Error {
  override name = "InvalidEnvironment";
}

/**
 * Parses environment variables with the one schema that defines all of them (docs/operating.md, "Variables"). Throws
 * `InvalidEnvironment`, which names each invalid variable and the expected value.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const result = Environment.safeParse(set);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
    throw new InvalidEnvironment(`The environment is not usable:\n${lines.join("\n")}`);
  }
  const env = result.data;
  const appUrl = env.APP_URL ?? `http://localhost:${env.PORT}`;
  return {
    ...env,
    APP_URL: appUrl,
    HOST: env.HOST === EVERY_ADDRESS ? undefined : (env.HOST ?? loopbackAddress(new URL(appUrl))),
    DEMONSTRATION: env.DEMONSTRATION ?? isLoopback(new URL(appUrl)),
    inngest: env.INNGEST_DEV || env.INNGEST_SIGNING_KEY !== undefined,
    oidc: env.OIDC_ISSUER !== undefined && env.OIDC_CLIENT_ID !== undefined,
  };
}

let current: Env | undefined;

/** The environment of this process, parsed at its first use (a build needs none). */
export function env(): Env {
  current ??= parseEnv(process.env);
  return current;
}

/** Reads the name of the installation, also where the other variables are not set. Null without one. */
export const readInstallationName = (): string | null =>
  installationName.safeParse(process.env.INSTALLATION_NAME).data ?? null;

/** Returns the absolute URL of a path of this service. Request headers are never used for it. */
export const publicUrl = (path: string): string => env().APP_URL + path;
