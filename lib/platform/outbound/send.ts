import { ADDRCONFIG, type LookupAddress } from "node:dns";
import { lookup as systemLookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import type { Agent } from "undici";
import { parseOutboundUrl, isPublicAddress, OutboundUrlError } from "@/lib/platform/outbound/address-policy";
import { createTracedSender } from "./traced-sender";

/** Resolves every address of a name; rejects with an error that has a `code` such as `ENOTFOUND`. */
export type OutboundLookup = (hostname: string) => Promise<readonly LookupAddress[]>;

/** Resolves names. `isWaitingFor` says whether a look-up of the name is running. */
type Resolver = { resolve: OutboundLookup; isWaitingFor: (hostname: string) => boolean };

/** Looks up each name once at a time: bursts share a look-up, and a name that hangs occupies one system thread only. */
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

/** Calls beyond these wait, and waiting counts towards their time-out. */
export const CONNECTIONS_PER_ORIGIN = 128;
const CONNECT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MAX_MS = 60_000;

export type OutboundFailureReason =
  "blocked" | "dns" | "refused" | "reset" | "timeout" | "tls" | "redirect" | "too_big" | "protocol";

export type OutboundResponse = {
  kind: "response";
  status: number;
  headers: Record<string, string>; // names in lower case; repeated headers joined with ", "
  body: Buffer; // as received, never decompressed
  truncated: boolean; // the response was longer: `body` is its first `maxResponseBytes`
  durationMs: number;
};

export type OutboundFailure = {
  kind: "failure";
  reason: OutboundFailureReason;
  status?: number; // only for a redirect, the one failure that is a response
  headers?: Record<string, string>; // likewise
  message: string; // for the user; never reveals the addresses of a name
  ours: boolean; // probably our fault (resolver, network, handles): do not count it against the endpoint
  durationMs: number;
};

/** `traceparent`: the header that was sent, if there was one. */
export type OutboundResult = (OutboundResponse | OutboundFailure) & { traceparent?: string };

export type OutboundInput = {
  url: string;
  method: "GET" | "POST";
  headers?: Record<string, string>; // names in lower case; `accept-encoding` is always `identity`
  body?: string;
  timeoutMs: number; // resolving, connecting, sending and reading to the end
  maxResponseBytes: number;
  onOverflow?: "truncate" | "fail"; // what to do with a longer response; default "truncate"
  propagatesTrace?: boolean; // send `traceparent`, so that the receiver's trace continues ours
  allowInsecure: boolean; // development and tests: also http and internal addresses; certificates are still verified
};

export type OutboundSender = (input: OutboundInput) => Promise<OutboundResult>;

type FailureDetails = Pick<OutboundFailure, "reason" | "message" | "ours">;
type Outcome = Omit<OutboundResponse, "durationMs"> | Omit<OutboundFailure, "durationMs">;

/** Thrown inside the connector. Undici passes it on unchanged. */
class ConnectionError extends Error {
  constructor(readonly details: FailureDetails) {
    super(details.message);
  }
}

/** Errors that prove that the name does not resolve. Any other failure to resolve is probably ours. */
const NEGATIVE_ANSWERS: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA"]);

/** Failures that this machine causes: no route, no handles, no ports, a local firewall, our agent closing. */
const LOCAL_CODES: ReadonlySet<string> = new Set(
  "ENETUNREACH ENETDOWN EADDRNOTAVAIL EMFILE ENFILE ENOBUFS ENOMEM EACCES EPERM UND_ERR_CLOSED".split(" "),
);

/** Matched against `code message`: undici gives its parser's errors no code, and cut-off responses several names. */
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
  reset: "The connection was closed before the response was complete",
  timeout: "There was no complete response in time",
  tls: "The secure connection failed",
  too_big: "The response is too large",
  protocol: "The response is not valid HTTP",
};

/** Chooses one of several failures (IPv6 and IPv4): one that reached the endpoint says more than a local one. */
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

/** Classifies a failed request. Rethrows errors that only the caller can have caused. */
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

function createDnsError(code = ""): ConnectionError {
  return new ConnectionError(describeFailure("dns", code, !NEGATIVE_ANSWERS.has(code)));
}

// Loaded for the first request: it takes more memory than the rest of an idle process for jobs.
const loadUndici = () => import("undici");

async function createAgent(
  resolver: Resolver,
  ca: string | undefined,
  allowInsecure: boolean,
): Promise<Agent> {
  // Resolves and checks in one step, so that only checked addresses are connected to.
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
  // autoSelectFamily makes Node look up all addresses. rejectUnauthorized is set explicitly so that
  // NODE_TLS_REJECT_UNAUTHORIZED=0 has no effect here.
  const tls = { rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) };
  const undici = await loadUndici();
  return new undici.Agent({
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
  agent: Promise<Agent>,
  url: URL,
  input: OutboundInput,
  signal: AbortSignal,
): Promise<Outcome> {
  const { request } = await loadUndici();
  const { statusCode, headers, body } = await request(url, {
    dispatcher: await agent,
    method: input.method,
    headers: { ...input.headers, "accept-encoding": "identity" },
    body: input.body ?? null,
    signal,
  });
  const joined = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]),
  );
  if (statusCode >= 300 && statusCode < 400) {
    body.on("error", () => undefined).destroy();
    const message = `The endpoint returned a redirect (${statusCode}), which is not followed.`;
    return { kind: "failure", reason: "redirect", status: statusCode, headers: joined, message, ours: false };
  }
  const read = await readAtMost(body, input.maxResponseBytes);
  if (read.truncated && input.onOverflow === "fail")
    return { kind: "failure", ...describeFailure("too_big") };
  return { kind: "response", status: statusCode, headers: joined, ...read };
}

/** Creates a sender with its own connections. Tests replace the resolver (`lookup`) and the trusted authorities (`ca`, PEM). */
export function createSender(options: { lookup?: OutboundLookup; ca?: string } = {}): OutboundSender {
  const lookUpBySystem: OutboundLookup = (name) => systemLookup(name, { all: true, hints: ADDRCONFIG });
  const resolver = createResolver(options.lookup ?? lookUpBySystem);
  const agents = new Map<boolean, Promise<Agent>>();
  const getAgent = (allowInsecure: boolean): Promise<Agent> => {
    const agent = agents.get(allowInsecure) ?? createAgent(resolver, options.ca, allowInsecure);
    agents.set(allowInsecure, agent);
    return agent;
  };

  const attempt = async (input: OutboundInput): Promise<Outcome> => {
    const url = parseOutboundUrl(input.url, input);
    // A timer of 0 ms would still let a fast connection send the request.
    if (input.timeoutMs <= 0) return { kind: "failure", ...describeFailure("timeout", "", false) };
    const controller = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<Outcome>((resolve) => {
      timer = setTimeout(() => {
        const isResolving = resolver.isWaitingFor(url.hostname);
        resolve({ kind: "failure", ...describeFailure(isResolving ? "dns" : "timeout", "", isResolving) });
        controller.abort();
      }, input.timeoutMs);
    });
    const completed = performRequest(getAgent(input.allowInsecure), url, input, controller.signal);
    return Promise.race([completed, deadline]).finally(() => clearTimeout(timer));
  };

  return createTracedSender(async (input: OutboundInput): Promise<OutboundResult> => {
    const started = performance.now();
    const outcome = await attempt(input).catch((error: unknown): Outcome => ({
      kind: "failure",
      ...classifyError(error),
    }));
    return { ...outcome, durationMs: Math.round(performance.now() - started) };
  });
}

/**
 * Sends one request to an address from outside (webhook, image): https and public addresses only, checked when connecting
 * (decisions 0017 and 0058). A redirect is a failure. Bodies are not decompressed and cookies are not stored. Failures are
 * returned with a `reason`; only malformed input throws. `timeoutMs` limits the whole request.
 */
export const sendOutbound: OutboundSender = createSender();
