import { clock } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import type { PublishedKey } from "@/lib/credentials/issuer-keys/serializer";
import { domainDid } from "@/lib/credentials/open-badges/addresses";
import { createLimitedFetch, OutboundRefused } from "@/lib/platform/outbound/limited-fetch";
import { inspectDidConfiguration } from "./did-configuration";
import { inspectDidDocument } from "./did-document";
import { limitProblems } from "./problems";
import type { DomainFindings, FileFinding } from "./schema";
import { didConfigurationUrl, didDocumentUrl } from "./serializer";

const TIMEOUT_MS = 8_000;
/** Far more than a document with the 500 keys that an organization can have. */
const MAX_BYTES = 1024 * 1024;
const ACCEPT = "application/did+json, application/json;q=0.9, */*;q=0.1";

/** A file as it was read: its JSON, or why there is none. `isRead`: the domain's server gave a definite response. */
type ReadFile = { json: unknown } | { finding: FileFinding; isRead: boolean };

function parseJson(body: Buffer): ReadFile {
  try {
    return { json: JSON.parse(body.toString("utf8")) as unknown };
  } catch {
    return { finding: { result: "different", problems: ["It is not JSON."] }, isRead: true };
  }
}

/**
 * Fetches a file of a domain, without redirects and from public addresses only. That it does not exist is definite. Any other
 * failure says nothing about the file.
 */
async function readFile(url: string, what: string): Promise<ReadFile> {
  const limits = { requests: 1, timeoutMs: TIMEOUT_MS };
  const fetch = createLimitedFetch(limits, { allowInsecure: env().WEBHOOKS_ALLOW_INSECURE });
  try {
    const { status, body } = await fetch(url, { what, accept: ACCEPT, maxBytes: MAX_BYTES });
    if (status === 200) return parseJson(body);
    if (status === 404 || status === 410)
      return { finding: { result: "missing", problems: [] }, isRead: true };
    const problems = [`The server responded with status ${status}.`];
    return { finding: { result: "unreachable", problems }, isRead: false };
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw error;
    const result = error.ours ? "unavailable" : "unreachable";
    return { finding: { result, problems: [error.message] }, isRead: false };
  }
}

const toFinding = (isRight: boolean, problems: string[]): FileFinding => ({
  result: isRight ? "found" : "different",
  problems: limitProblems(problems),
});

/** What is checked: the domain of an organization, for its keys. */
export type CheckedDomain = { organizationId: string; domain: string; keys: PublishedKey[] };

/** `listedKeys`: the keys that the DID document lists, by their ids; null when it was not reached. */
export type CheckResult = { findings: DomainFindings; listedKeys: string[] | null };

async function checkDidDocument({ domain, keys }: CheckedDomain) {
  const file = await readFile(didDocumentUrl(domain), "DID document");
  if (!("json" in file)) return { finding: file.finding, listedKeys: file.isRead ? [] : null };
  const { listedKeys, problems } = inspectDidDocument(file.json, domainDid(domain), keys);
  const isComplete = keys.every(({ id, retiredAt }) => retiredAt !== null || listedKeys.includes(id));
  return { finding: toFinding(isComplete, problems), listedKeys };
}

async function checkDidConfiguration({ keys, ...verified }: CheckedDomain): Promise<FileFinding> {
  const file = await readFile(didConfigurationUrl(verified.domain), "DID configuration");
  if (!("json" in file)) return file.finding;
  const { isLinking, problems } = await inspectDidConfiguration(file.json, verified, keys, clock.now());
  return toFinding(isLinking, problems);
}

/** Reads both files of a domain. Takes up to 8 s. Failures of the domain's server do not throw. */
export async function checkFiles(checked: CheckedDomain): Promise<CheckResult> {
  const [did, configuration] = await Promise.all([checkDidDocument(checked), checkDidConfiguration(checked)]);
  return { findings: { did: did.finding, configuration }, listedKeys: did.listedKeys };
}
