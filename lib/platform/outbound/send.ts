import { ADDRCONFIG, type LookupAddress } from "node:dns";
import { lookup as systemLookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import { Agent, request } from "undici";
import { parseOutboundUrl, isPublicAddress, OutboundUrlError } from "@/lib/platform/outbound/address-policy";

/** Calls beyond these wait, and waiting counts towards their time-out. */
export const CONNECTIONS_PER_ORIGIN = 128;
const CONNECT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MAX_MS = 60_000;

export type OutboundFailureReason =
  "blocked" | "dns" | "refused" | "reset" | "timeout" | "tls" | "redirect" | "too_big" | "protocol";

export type OutboundResponse = {
  kind: "response";
  status: number;
  headers: Record<string, string>; // lower-case names; repeated ones joined with ", "
  body: Buffer; // as received, never decompressed
  truncated: boolean; // the answer was longer: `body` is its first `maxResponseBytes`
  durationMs: number;
};

export type OutboundFailure = {
  kind: "failure";
  reason: OutboundFailureReason;
  status?: number; // of a redirect, the one failure that is an answer
  message: string; // fit for the user; never tells which address a name resolved to
  ours: boolean; // likely our fault (resolver, network, handles): do not count it against the endpoint
  durationMs: number;
};

export type OutboundResult = OutboundResponse | OutboundFailure;

export type OutboundInput = {
  url: string;
  method: "GET" | "POST";
  headers?: Record<string, string>; // lower-case names; `accept-encoding` is always `identity`
  body?: string;
  timeoutMs: number; // resolving, connecting, sending and reading to the end
  maxResponseBytes: number;
  onOverflow?: "truncate" | "fail"; // what becomes of a longer answer; "truncate" unless told
  allowInsecure: boolean; // development and tests: also http and inner addresses; certificates still count
};

export type OutboundSender = (input: OutboundInput) => Promise<OutboundResult>;
/** Every address of a name; rejects with an error that has a `code` such as `ENOTFOUND`. */
export type OutboundLookup = (hostname: string) => Promise<readonly LookupAddress[]>;

type FailureDetails = Pick<OutboundFailure, "reason" | "message" | "ours">;
type Outcome = Omit<OutboundResponse, "durationMs"> | Omit<OutboundFailure, "durationMs">;
type Resolver = { resolve: OutboundLookup; isWaitingFor: (hostname: string) => boolean };

/** Raised inside the connector, where it reaches us through undici unchanged. */
class ConnectionError extends Error {
  constructor(readonly details: FailureDetails) {
    super(details.message);
  }
}

/** Answers that say for certain that the name leads nowhere. Any other failure to resolve is likely ours. */
const NEGATIVE_ANSWERS: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA"]);

/** Failures that this machine causes: no route, no handles, no ports, a local firewall, our agent closing. */
const LOCAL_CODES: ReadonlySet<string> = new Set(
  "ENETUNREACH ENETDOWN EADDRNOTAVAIL EMFILE ENFILE ENOBUFS ENOMEM EACCES EPERM UND_ERR_CLOSED".split(" "),
);

/** By `code message`; undici gives its parser's errors no code, and an answer cut short several names. */
const REASON_BY_ERROR: readonly (readonly [RegExp, keyof typeof MESSAGES])[] = [
  [/^(ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN) /, "refused"],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_RES_CONTENT_LENGTH_MISMATCH) /, "reset"],
  [/^UND_ERR_SOCKET (other side )?closed|^ Response does not match .*\(Invalid EOF state\)/, "reset"],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT) /, "timeout"],
  [/^(ERR_TLS_|ERR_SSL_|EPROTO |CERT_|CRL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH )/, "tls"],
  [/^(INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|ERROR_IN_CERT_)/, "tls"],
  [/^UND_ERR_HEADERS_OVERFLOW /, "too_big"],
];

const MESSAGES: Readonly<Record<Exclude<OutboundFailureReason, "redirect">, string>> = {
  blocked: "The address is private or reserved",
  dns: "The name could not be resolved",
  refused: "The connection could not be opened",
  reset: "The connection was closed before the answer was complete",
  timeout: "There was no complete answer in time",
  tls: "The secure connection failed",
  too_big: "The answer is too large",
  protocol: "The answer is not valid HTTP",
};

/** One verdict from several failed attempts (IPv6 and IPv4): one that reached the endpoint says more than ours. */
function decisiveError(error: unknown): { code?: string; message?: string } {
  if (typeof error !== "object" || error === null) return {};
  const attempts: unknown = "errors" in error ? error.errors : undefined;
  if (!Array.isArray(attempts) || attempts.length === 0) return error;
  const errors = attempts.map(decisiveError);
  return errors.find(({ code }) => !LOCAL_CODES.has(code ?? "")) ?? errors[0] ?? error;
}

function describeFailure(reason: keyof typeof MESSAGES, code = "", ours = false): FailureDetails {
  return { reason, message: `${MESSAGES[reason]}${code && ` (${code})`}.`, ours };
}

/** Sorts a failed exchange into a class; rethrows what only the caller can have caused. */
function classifyError(error: unknown): FailureDetails {
  if (error instanceof ConnectionError) return error.details;
  if (error instanceof OutboundUrlError) return { reason: "blocked", message: error.message, ours: false };
  const { code = "", message = "" } = decisiveError(error);
  if (error instanceof TypeError || /^(UND_ERR_INVALID_ARG|UND_ERR_REQ_|ERR_INVALID_)/.test(code))
    throw error;
  if (LOCAL_CODES.has(code)) return describeFailure("refused", code, true);
  const reason = REASON_BY_ERROR.find(([pattern]) => pattern.test(`${code} ${message}`))?.[1];
  return describeFailure(reason ?? "protocol", code);
}

/**
 * One question per name at a time: a burst to a new endpoint asks once, and a name whose server hangs
 * occupies one thread of the resolver instead of all of them.
 */
function createResolver(lookup: OutboundLookup): Resolver {
  const waiting = new Map<string, Promise<readonly LookupAddress[]>>();
  const startLookup = (hostname: string): Promise<readonly LookupAddress[]> => {
    const pendingLookup = Promise.resolve(hostname)
      .then(lookup)
      .finally(() => waiting.delete(hostname));
    waiting.set(hostname, pendingLookup);
    return pendingLookup;
  };
  return {
    resolve: (hostname) => waiting.get(hostname) ?? startLookup(hostname),
    isWaitingFor: (hostname) => waiting.has(hostname),
  };
}

function createDnsError(code = ""): ConnectionError {
  return new ConnectionError(describeFailure("dns", code, !NEGATIVE_ANSWERS.has(code)));
}

function createAgent(resolver: Resolver, ca: string | undefined, allowInsecure: boolean): Agent {
  // Resolves and judges in one step, so that the addresses connected to are the ones that were judged.
  const resolveAllowed = async (hostname: string): Promise<LookupAddress[]> => {
    const addresses = await resolver.resolve(hostname).catch((error: unknown) => {
      throw createDnsError(decisiveError(error).code);
    });
    if (addresses.length === 0) throw createDnsError("ENODATA");
    if (allowInsecure || addresses.every(({ address }) => isPublicAddress(address))) return [...addresses];
    throw new ConnectionError(describeFailure("blocked"));
  };
  const lookup: LookupFunction = (hostname, _options, callback) => {
    resolveAllowed(hostname).then(
      (addresses) => callback(null, addresses),
      (error: Error) => callback(error, []),
    );
  };
  // autoSelectFamily makes Node ask for all addresses. rejectUnauthorized is said aloud so that
  // NODE_TLS_REJECT_UNAUTHORIZED=0 has no effect here.
  const tls = { rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) };
  return new Agent({
    connections: CONNECTIONS_PER_ORIGIN,
    keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
    headersTimeout: 0, // the deadline of each call covers both
    bodyTimeout: 0,
    connect: { lookup, autoSelectFamily: true, timeout: CONNECT_TIMEOUT_MS, ...tls },
  });
}

function readAtMost(stream: Readable, limit: number): Promise<{ body: Buffer; truncated: boolean }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    stream.on("error", reject);
    stream.on("end", () => resolve({ body: Buffer.concat(chunks, length), truncated: false }));
    stream.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length <= limit) return;
      resolve({ body: Buffer.concat(chunks, limit), truncated: true });
      stream.destroy();
    });
  });
}

async function performRequest(
  agent: Agent,
  url: URL,
  input: OutboundInput,
  signal: AbortSignal,
): Promise<Outcome> {
  const { statusCode, headers, body } = await request(url, {
    dispatcher: agent,
    method: input.method,
    headers: { ...input.headers, "accept-encoding": "identity" },
    body: input.body ?? null,
    signal,
  });
  if (statusCode >= 300 && statusCode < 400) {
    body.on("error", () => undefined).destroy();
    const message = `The endpoint answered with a redirect (${statusCode}), which is not followed.`;
    return { kind: "failure", reason: "redirect", status: statusCode, message, ours: false };
  }
  const read = await readAtMost(body, input.maxResponseBytes);
  if (read.truncated && input.onOverflow === "fail")
    return { kind: "failure", ...describeFailure("too_big") };
  const joined = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]),
  );
  return { kind: "response", status: statusCode, headers: joined, ...read };
}

/** Creates a sender with its own connections. Tests replace the resolver (`lookup`) and the trusted authorities (`ca`, PEM). */
export function createSender(options: { lookup?: OutboundLookup; ca?: string } = {}): OutboundSender {
  const lookUpBySystem: OutboundLookup = (name) => systemLookup(name, { all: true, hints: ADDRCONFIG });
  const resolver = createResolver(options.lookup ?? lookUpBySystem);
  const strict = createAgent(resolver, options.ca, false);
  const insecure = createAgent(resolver, options.ca, true);

  const attempt = async (input: OutboundInput): Promise<Outcome> => {
    const url = parseOutboundUrl(input.url, input);
    const controller = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<Outcome>((resolve) => {
      timer = setTimeout(() => {
        const isResolving = resolver.isWaitingFor(url.hostname);
        resolve({ kind: "failure", ...describeFailure(isResolving ? "dns" : "timeout", "", isResolving) });
        controller.abort();
      }, input.timeoutMs);
    });
    const agent = input.allowInsecure ? insecure : strict;
    const completed = performRequest(agent, url, input, controller.signal);
    return Promise.race([completed, deadline]).finally(() => clearTimeout(timer));
  };

  return async (input) => {
    const started = performance.now();
    const outcome = await attempt(input).catch((error: unknown): Outcome => ({
      kind: "failure",
      ...classifyError(error),
    }));
    return { ...outcome, durationMs: Math.round(performance.now() - started) };
  };
}

/**
 * Sends one request to an address from outside (webhook, image): https and public addresses only, checked when connecting
 * (decisions 0017 and 0058). A redirect is a failure. Bodies are not decompressed and cookies are not stored. Failures are
 * returned with a `reason`; only malformed input throws. `timeoutMs` limits the whole request.
 */
export const sendOutbound: OutboundSender = createSender();
