import { getDomain } from "tldts";
import { parseSender } from "@/lib/delivery/mail-designs/installation-sender";
import { resolveTxt } from "@/lib/platform/outbound/resolve-txt";
import type { Examined, Finding } from "./finding";

/** What is wrong with an SPF record. `name`: the domain whose record it is, which another record may include. */
type SpfFault =
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
async function readSpf(domain: string): Promise<Found> {
  const used = { lookups: 0 };
  const { record, fault, terms } = await readRecord(domain, used);
  if (record === null || fault) return { record, fault };
  return { record, fault: judgeTerms(domain, terms) ?? (await findFault(terms, used)) };
}

const SPAM = "Receivers put e-mails of such senders among spam, or refuse them.";

const describeUnresolved = (what: string, name: string, message: string): Finding => ({
  problem: `The ${what} record of ${name} cannot be looked up: ${message}`,
  reason: "Whether receivers accept your e-mails is not known.",
  remedy: `Compare with: dig TXT ${name}. If that works, set DNS_SERVERS to servers that respond, and restart.`,
});

const SPF_PROBLEMS: Record<Exclude<SpfFault["kind"], "unresolved">, (name: string) => string> = {
  none: (name) => `${name} has no SPF record (no TXT record that begins with v=spf1).`,
  several: (name) => `${name} has several SPF records, so none of them counts.`,
  everyone: (name) => `The SPF record of ${name} permits every server to send.`,
  nobody: (name) => `The SPF record of ${name} permits no server to send.`,
  lookups: (name) =>
    `The SPF record needs more than 10 look-ups, the last ones for ${name}, so it does not count.`,
};

const SPF_REMEDIES: Record<Exclude<SpfFault["kind"], "unresolved">, string> = {
  none: "Publish a TXT record with the servers that send for it",
  several: "Leave one TXT record that begins with v=spf1, and put everything into it",
  everyone: "Replace “+all” by the servers that send for it and “-all”",
  nobody: "Add the servers that send for it",
  lookups: "Remove “include:” of servers that no longer send, or replace it by ip4: and ip6: addresses",
};

/** What follows from a fault: of the sender's own record, or of one that it includes. */
function explainSpf(fault: SpfFault): string {
  if (fault.kind === "everyone")
    return "Anyone can send e-mails in the name of this domain, and receivers trust it less.";
  if (fault.kind === "none") return `Receivers cannot find out which servers may send. ${SPAM}`;
  return SPAM;
}

async function inspectSpf(domain: string): Promise<Finding[]> {
  const { record, fault } = await readSpf(domain);
  if (fault === null) return [];
  if (fault.kind === "unresolved") return [describeUnresolved("SPF", fault.name, fault.message)];
  const isOwn = fault.name === domain;
  const whole = record === null || (isOwn && fault.kind === "none") ? "" : ` Its SPF record is “${record}”.`;
  const included = isOwn ? "" : ` ${domain}, the domain of MAIL_FROM, includes or redirects to it.`;
  const owner = isOwn ? ` It is the domain of MAIL_FROM.` : "";
  return [
    {
      problem: `${SPF_PROBLEMS[fault.kind](fault.name)}${owner}${included}${whole}`,
      reason: isOwn ? explainSpf(fault) : `The whole record does not count then. ${SPAM}`,
      remedy: isOwn
        ? `${SPF_REMEDIES[fault.kind]}, for example "v=spf1 include:YOUR-MAIL-PROVIDER -all" at ${domain}. Check: dig +short TXT ${domain}`
        : `Correct or remove that name in the TXT record of ${domain}. Check: dig +short TXT ${fault.name}`,
    },
  ];
}

const DMARC = /^v=DMARC1\s*(?:;|$)/i;
const POLICY = /;\s*p\s*=\s*(?:none|quarantine|reject)\s*(?:;|$)/i;

/** Where DMARC of a sender may be: at its domain, or at the organizational domain (RFC 7489, 6.6.3). */
function listDmarcNames(domain: string): string[] {
  const organizational = getDomain(domain, { allowPrivateDomains: true }) ?? domain;
  return [...new Set([domain, organizational])].map((name) => `_dmarc.${name}`);
}

async function inspectDmarc(domain: string): Promise<Finding[]> {
  const names = listDmarcNames(domain);
  const report = (problem: string): Finding[] => [
    {
      problem,
      reason: `Receivers are not told what to do with e-mails that others send in the name of this domain. ${SPAM}`,
      remedy:
        `Publish one TXT record at ${names.at(-1) ?? ""}, such as "v=DMARC1; p=none", and make it stricter later. ` +
        `Check: dig +short TXT ${names.at(-1) ?? ""}`,
    },
  ];
  for (const name of names) {
    const result = await resolveTxt(name);
    if (result.kind === "failure") return [describeUnresolved("DMARC", name, result.message)];
    const records = result.texts.filter((text) => DMARC.test(text));
    if (records.length > 1) return report(`${name} has several DMARC records, so none of them counts.`);
    if (records[0] === undefined) continue;
    return POLICY.test(records[0])
      ? []
      : report(`The DMARC record at ${name} has no valid policy: “${records[0]}”.`);
  }
  return report(
    `${domain}, the domain of MAIL_FROM, has no DMARC record: none at ${names.join(", none at ")}.`,
  );
}

/** Judges what receivers look up about the domain of MAIL_FROM to decide whether an e-mail is genuine. */
export async function inspectSender({ env }: Examined): Promise<Finding[]> {
  const { address } = parseSender(env.MAIL_FROM);
  const domain = address.split("@").at(-1)?.toLowerCase() ?? "";
  if (!domain.includes("."))
    return [
      {
        problem: `MAIL_FROM is ${address}, which is no public address.`,
        reason: "Mail servers refuse such a sender.",
        remedy: 'Set MAIL_FROM, for example to "Badges <badges@example.org>", and restart.',
      },
    ];
  return (await Promise.all([inspectSpf(domain), inspectDmarc(domain)])).flat();
}
