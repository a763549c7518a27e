import { Resolver } from "node:dns/promises";
import { env } from "@/lib/kernel/env";

const ATTEMPT_TIMEOUT_MS = 2_000;
const ATTEMPTS = 2;
/** Over all servers and tries. */
const TIMEOUT_MS = 6_000;

/** The TXT records of a name (an empty list when it has none), or why they could not be read, in words for its owner. */
export type TxtResult =
  | { kind: "texts"; texts: string[] }
  | { kind: "failure"; message: string; /** The fault is likely on this side. */ ours: boolean };

/** The name, or its records of this type, do not exist; or a name that long cannot. */
const NEGATIVE_CODES: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);

/** Answers of a resolver that works: it asked, or refuses this question. */
const WORKING_RESOLVER_CODES: ReadonlySet<string> = new Set([
  ...NEGATIVE_CODES,
  "EREFUSED",
  "ENOTIMP",
  "EFORMERR",
]);

const MESSAGES: Record<string, string> = {
  ESERVFAIL: "The name servers of the domain gave no usable answer",
  EREFUSED: "The name servers of the domain refused the question",
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

/** Whether the resolver answers what every resolver knows: then a name that it cannot resolve is at fault itself. */
const isResolverWorking = (): Promise<boolean> =>
  withResolver((resolver) => resolver.resolveNs(".")).then(
    () => true,
    (error: unknown) => WORKING_RESOLVER_CODES.has(readErrorCode(error)),
  );

/**
 * The TXT records of a name, each in one piece, within 12 s. Asks the servers of `DNS_SERVERS`, else those of the system.
 * Never throws.
 */
export async function resolveTxt(name: string): Promise<TxtResult> {
  try {
    const records = await withResolver((resolver) => resolver.resolveTxt(name));
    return { kind: "texts", texts: records.map((parts) => parts.join("")) };
  } catch (error) {
    const code = readErrorCode(error);
    if (NEGATIVE_CODES.has(code)) return { kind: "texts", texts: [] };
    if (!(await isResolverWorking())) {
      return { kind: "failure", message: `This service’s resolver does not answer (${code}).`, ours: true };
    }
    const message = MESSAGES[code] ?? "The name servers of the domain did not answer in time";
    return { kind: "failure", message: `${message} (${code}).`, ours: false };
  }
}
