import { Resolver } from "node:dns/promises";
import { env } from "@/lib/kernel/env";
import { requireNoTransaction } from "@/lib/kernel/waits";

const ATTEMPT_TIMEOUT_MS = 2_000;
const ATTEMPTS = 2;
/** In total, for all servers and attempts. */
const TIMEOUT_MS = 6_000;

/**
 * The TXT records of a name (an empty list when it has none), or a message for its owner why they could not be read.
 */
export type TxtResult =
  | { kind: "texts"; texts: string[] }
  | { kind: "failure"; message: string; /** Probably a fault on this side. */ ours: boolean };

/** The name or its TXT records do not exist, or the name is too long. */
const NEGATIVE_CODES: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);

/** Errors that a working resolver returns: it asked the name servers, or refuses this query. */
const WORKING_RESOLVER_CODES: ReadonlySet<string> = new Set([
  ...NEGATIVE_CODES,
  "EREFUSED",
  "ENOTIMP",
  "EFORMERR",
]);

const MESSAGES: Record<string, string> = {
  ESERVFAIL: "The name servers of the domain returned no usable response",
  EREFUSED: "The name servers of the domain refused the query",
};

const readErrorCode = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";

async function withResolver<Result>(query: (resolver: Resolver) => Promise<Result>): Promise<Result> {
  const resolver = new Resolver({ timeout: ATTEMPT_TIMEOUT_MS, tries: ATTEMPTS });
  const servers = env().DNS_SERVERS;
  if (servers) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), TIMEOUT_MS);
  try {
    return await query(resolver);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether the resolver can resolve the root, which every resolver knows. If so, a name that it cannot resolve is at
 * fault itself.
 */
const isResolverWorking = (): Promise<boolean> =>
  withResolver((resolver) => resolver.resolveNs(".")).then(
    () => true,
    (error: unknown) => WORKING_RESOLVER_CODES.has(readErrorCode(error)),
  );

/**
 * Resolves the TXT records of a name, each joined into one text, within 12 s. Uses the servers of `DNS_SERVERS`, or
 * else those of the system. Throws only inside a transaction.
 */
export async function resolveTxt(name: string): Promise<TxtResult> {
  requireNoTransaction("Resolving a name");
  try {
    const records = await withResolver((resolver) => resolver.resolveTxt(name));
    return { kind: "texts", texts: records.map((parts) => parts.join("")) };
  } catch (error) {
    const code = readErrorCode(error);
    if (NEGATIVE_CODES.has(code)) return { kind: "texts", texts: [] };
    if (!(await isResolverWorking())) {
      return { kind: "failure", message: `This service’s resolver does not respond (${code}).`, ours: true };
    }
    const message = MESSAGES[code] ?? "The name servers of the domain did not respond in time";
    return { kind: "failure", message: `${message} (${code}).`, ours: false };
  }
}
