import { env } from "@/lib/kernel/env";
import { fetchWithin, OutboundRefused } from "@/lib/platform/outbound/fetch-within";
import { resolveTxt } from "@/lib/platform/outbound/resolve-txt";
import { fileUrl, proofValue, recordName, type Claim } from "./proof";
import type { Finding, Findings } from "./schema";

const FILE_TIMEOUT_MS = 8_000;
const WANTED = { what: "file", accept: "text/plain, */*", maxBytes: 64 * 1024 };
const FOUND: Finding = { result: "found", detail: null };

const failed = ({ message, ours }: { message: string; ours: boolean }): Finding => ({
  result: ours ? "unavailable" : "unreachable",
  detail: message,
});

async function lookInDns(claim: Claim): Promise<Finding> {
  const answer = await resolveTxt(recordName(claim));
  if (answer.kind === "failure") return failed(answer);
  const wanted = proofValue(claim);
  if (answer.texts.some((text) => text.trim() === wanted)) return FOUND;
  return { result: answer.texts.length > 0 ? "different" : "missing", detail: null };
}

async function lookAtFile(claim: Claim): Promise<Finding> {
  const fetch = fetchWithin(
    { requests: 1, timeoutMs: FILE_TIMEOUT_MS },
    { allowInsecure: env().WEBHOOKS_ALLOW_INSECURE },
  );
  try {
    const { status, body } = await fetch(fileUrl(claim), WANTED);
    if (status === 404 || status === 410) return { result: "missing", detail: null };
    if (status !== 200)
      return { result: "unreachable", detail: `The server answered with status ${status}.` };
    return body.toString("utf8").trim() === proofValue(claim) ? FOUND : { result: "different", detail: null };
  } catch (error) {
    if (error instanceof OutboundRefused) return failed(error);
    throw error;
  }
}

/**
 * Looks for the proof of a domain in the DNS and, when it is not there, in the file. Takes up to 20 s. Failures of
 * the domain's servers do not throw.
 */
export async function checkDomain(claim: Claim): Promise<Findings> {
  const dns = await lookInDns(claim);
  return { dns, file: dns.result === "found" ? null : await lookAtFile(claim) };
}
