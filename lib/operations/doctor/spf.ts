import { resolveTxt } from "@/lib/platform/outbound/resolve-txt";

/** What is wrong with an SPF record. `name`: the domain whose record it is, which another record may include. */
export type SpfFault =
  | { kind: "unresolved"; name: string; message: string }
  | { kind: "none" | "several" | "everyone" | "nobody" | "lookups"; name: string };

/** RFC 7208, 4.6.4. */
const MAX_LOOKUPS = 10;

const RECORD = /^v=spf1(?: |$)/i;
const LOOKUP = /^[+?~-]?(?:include:|exists:|(?:a|mx|ptr)(?:[:/]|$))|^redirect=/i;
const PERMITTING = /^[+]?(?:include:|exists:|ip4:|ip6:|(?:a|mx|ptr)(?:[:/]|$))|^redirect=/i;
const ALL = /^[+?~-]?all$/i;
const EVERYONE = /^[+]?all$/i;
const INCLUDE = /^[+?~-]?include:(.+)$/i;
const REDIRECT = /^redirect=(.+)$/i;

const matchesOf = (terms: string[], pattern: RegExp): string[] =>
  terms.flatMap((term) => pattern.exec(term)?.[1] ?? []);

/** The domains whose records a record needs. Those with macros depend on the e-mail. */
function listNeeded(terms: string[]): string[] {
  // RFC 7208, 6.1: beside “all”, a redirect has no effect.
  const redirects = terms.some((term) => ALL.test(term)) ? [] : matchesOf(terms, REDIRECT);
  return [...matchesOf(terms, INCLUDE), ...redirects].filter((name) => !name.includes("%"));
}

function judgeTerms(name: string, terms: string[]): SpfFault | null {
  if (terms.some((term) => EVERYONE.test(term))) return { kind: "everyone", name };
  const isClosed = terms.some((term) => ALL.test(term) && !term.startsWith("?"));
  return isClosed && !terms.some((term) => PERMITTING.test(term)) ? { kind: "nobody", name } : null;
}

type Found = { record: string | null; fault: SpfFault | null };

async function readRecord(name: string, used: { lookups: number }): Promise<Found & { terms: string[] }> {
  const fail = (fault: SpfFault): Found & { terms: string[] } => ({ record: null, fault, terms: [] });
  const result = await resolveTxt(name);
  if (result.kind === "failure") return fail({ kind: "unresolved", name, message: result.message });
  const records = result.texts.filter((text) => RECORD.test(text));
  const [record] = records;
  if (record === undefined) return fail({ kind: "none", name });
  if (records.length > 1) return fail({ kind: "several", name });
  const terms = record.split(/ +/).slice(1);
  used.lookups += terms.filter((term) => LOOKUP.test(term)).length;
  return { record, terms, fault: used.lookups > MAX_LOOKUPS ? { kind: "lookups", name } : null };
}

async function findFault(terms: string[], used: { lookups: number }): Promise<SpfFault | null> {
  for (const name of listNeeded(terms)) {
    const needed = await readRecord(name, used);
    const fault = needed.fault ?? (await findFault(needed.terms, used));
    if (fault) return fault;
  }
  return null;
}

/**
 * Reads the SPF record of a domain and those that it includes or redirects to, and returns it with what is wrong by RFC
 * 7208. Does not find out whether it permits a certain server.
 */
export async function readSpf(domain: string): Promise<Found> {
  const used = { lookups: 0 };
  const { record, fault, terms } = await readRecord(domain, used);
  if (record === null || fault) return { record, fault };
  return { record, fault: judgeTerms(domain, terms) ?? (await findFault(terms, used)) };
}
