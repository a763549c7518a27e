import { env } from "@/lib/kernel/env";
import { createLimitedFetch, OutboundRefused } from "@/lib/platform/outbound/limited-fetch";
import { resolveTxt } from "@/lib/platform/outbound/resolve-txt";
import { proofFileUrl, proofValue, txtRecordName, type DomainClaim } from "./proof";
import type { Finding, Findings } from "./schema";

const FILE_TIMEOUT_MS = 8_000;
const FILE_REQUEST = { what: "file", accept: "text/plain, */*", maxBytes: 64 * 1024 };
const FOUND: Finding = { result: "found", detail: null };

const failureFinding = ({ message, ours }: { message: string; ours: boolean }): Finding => ({
  result: ours ? "unavailable" : "unreachable",
  detail: message,
});

async function checkDns(claim: DomainClaim): Promise<Finding> {
  const response = await resolveTxt(txtRecordName(claim));
  if (response.kind === "failure") return failureFinding(response);
  const expected = proofValue(claim);
  if (response.texts.some((text) => text.trim() === expected)) return FOUND;
  return { result: response.texts.length > 0 ? "different" : "missing", detail: null };
}

async function checkFile(claim: DomainClaim): Promise<Finding> {
  const fetch = createLimitedFetch(
    { requests: 1, timeoutMs: FILE_TIMEOUT_MS },
    { allowInsecure: env().WEBHOOKS_ALLOW_INSECURE },
  );
  try {
    const { status, body } = await fetch(proofFileUrl(claim), FILE_REQUEST);
    if (status === 404 || status === 410) return { result: "missing", detail: null };
    if (status !== 200)
      return { result: "unreachable", detail: `The server responded with status ${status}.` };
    return body.toString("utf8").trim() === proofValue(claim) ? FOUND : { result: "different", detail: null };
  } catch (error) {
    if (error instanceof OutboundRefused) return failureFinding(error);
    throw error;
  }
}

/**
 * Looks for the proof of a domain in the DNS and, when it is not there, in the file. Takes up to 20 s. Failures of
 * the domain's servers do not throw.
 */
export async function checkDomain(claim: DomainClaim): Promise<Findings> {
  const dns = await checkDns(claim);
  return { dns, file: dns.result === "found" ? null : await checkFile(claim) };
}
