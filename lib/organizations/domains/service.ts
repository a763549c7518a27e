import { withAuditEntry, buildAuditEntry, writeAuditEntries } from "@/lib/access/audit/service";
import type { Author, Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { notFound } from "@/lib/kernel/errors";
import { recordNotices } from "@/lib/organizations/notices/record";
import { takePoint, type RateLimitPolicy } from "@/lib/platform/limits/rate-limit";
import { randomText } from "@/lib/kernel/secrets";
import { requireRealOrganization } from "@/lib/organizations/profile/mode";
import { checkDomain } from "./check";
import { parseDomainName } from "./name";
import { evaluateCheck, type CheckOutcome } from "./outcome";
import {
  deleteDomain,
  findDomain,
  lockVerification,
  replaceDomain,
  saveCheck,
  saveVerification,
  type ClaimedDomain,
} from "./queries";
import type { Findings, OrganizationDomainInput } from "./schema";
import type { DomainRow } from "./serializer";

/**
 * The organization chooses the servers that are contacted, so checks are limited: they must not become an attack on
 * others.
 */
const CHECK_POLICY: RateLimitPolicy = { name: "domain-checks", points: 30, seconds: 3_600 };
/** 190 random bits. */
const TOKEN_LENGTH = 32;

/** The findings of one check, and when it began. */
export type DomainCheck = { claimed: ClaimedDomain; startedAt: Date; findings: Findings };

/** Finds the domain of the organization, verified or not. Null when it has none. */
export const findOrganizationDomain = ({ organizationId }: Caller): Promise<DomainRow | null> =>
  findDomain(organizationId);

/** Returns the domain of the organization. Throws 404 when it has none. */
export async function getOrganizationDomain(caller: Caller): Promise<DomainRow> {
  const row = await findOrganizationDomain(caller);
  if (!row) throw notFound("This organization has no domain.");
  return row;
}

/**
 * Sets the domain that the organization wants to prove, with a new proof value. Another name ends the current
 * verification. The same name changes nothing. Throws 422 for a name that no single organization can own.
 */
export async function setOrganizationDomain(
  caller: Caller,
  body: OrganizationDomainInput,
): Promise<DomainRow> {
  const { organizationId } = caller;
  const name = await parseDomainName(body.name);
  await requireRealOrganization(
    organizationId,
    "Test badges are never issued by a domain. Leave test mode to verify one.",
  );
  return transaction(async () => {
    if (await replaceDomain(organizationId, { name, token: randomText(TOKEN_LENGTH) }, clock.now())) {
      await saveVerification(organizationId, null);
      await writeAuditEntries([buildAuditEntry(caller, "organization_domain.update", name)]);
    }
    return getOrganizationDomain(caller);
  });
}

/** Removes the domain and its verification. Throws 404 when there is none. */
export async function removeOrganizationDomain(caller: Caller): Promise<void> {
  const auditSubject = (name: string) => name;
  await withAuditEntry(caller, "organization_domain.delete", auditSubject, async () => {
    const name = await deleteDomain(caller.organizationId);
    if (name === null) throw notFound("This organization has no domain.");
    await saveVerification(caller.organizationId, null);
    return name;
  });
}

/** Looks for the proof of a claimed domain. Takes up to 20 s, so call it outside of transactions. */
export async function runDomainCheck(claimed: ClaimedDomain): Promise<DomainCheck> {
  const startedAt = clock.now();
  return { claimed, startedAt, findings: await checkDomain(claimed) };
}

const notifyOfLoss = ({ organizationId, name }: ClaimedDomain) =>
  recordNotices([
    {
      kind: "domain_failing",
      organizationId,
      key: `domain_lost:${name}:${clock.now().getTime()}`,
      data: { event: "verification_lost", domain: name, ends_at: null },
    },
  ]);

async function saveVerificationChange(
  author: Author,
  claimed: ClaimedDomain,
  { change, verifiedAt }: CheckOutcome,
): Promise<void> {
  if (change === null) return;
  const { organizationId, name } = claimed;
  await saveVerification(organizationId, verifiedAt && { at: verifiedAt, name });
  const entry =
    change === "verified"
      ? buildAuditEntry(author, "organization_domain.verify", name)
      : buildAuditEntry(author, "organization_domain.lose", name);
  await writeAuditEntries([entry]);
  if (change === "lost") await notifyOfLoss(claimed);
}

/**
 * Stores the result of a check with the audit entry and the mails, in one transaction. A domain that was changed,
 * removed or checked again meanwhile is not updated.
 */
export function saveDomainCheck(
  author: Author,
  { claimed, startedAt, findings }: DomainCheck,
): Promise<void> {
  return transaction(async () => {
    const before = await lockVerification(claimed, startedAt);
    if (!before) return;
    const now = clock.now();
    const outcome = evaluateCheck(before, findings, now);
    await saveCheck(claimed.organizationId, outcome, { findings, at: now });
    await saveVerificationChange(author, claimed, outcome);
  });
}

/** Counts a check that an organization requested. Throws 429 after 30 checks of its domain in an hour, of any kind. */
export async function takeDomainCheck({ organizationId }: Caller): Promise<void> {
  await takePoint(CHECK_POLICY, organizationId, "The domain was checked too often. Try again later.");
}

/** Looks for the proof now. Throws 404 without a domain, 429 after 30 checks an hour. */
export async function prepareOrganizationDomainCheck(caller: Caller): Promise<DomainCheck> {
  const { name, token } = await getOrganizationDomain(caller);
  await takeDomainCheck(caller);
  return runDomainCheck({ organizationId: caller.organizationId, name, token });
}

/**
 * Stores the result of `prepareOrganizationDomainCheck`, and returns the domain. Throws 404 when it was removed meanwhile.
 */
export async function checkOrganizationDomain(caller: Caller, prepared: DomainCheck): Promise<DomainRow> {
  await saveDomainCheck(caller, prepared);
  return getOrganizationDomain(caller);
}
