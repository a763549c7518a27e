import { buildAuditEntry, writeAuditEntries } from "@/lib/access/audit/service";
import type { Author, Caller } from "@/lib/access/callers/caller";
import { recordNotices } from "@/lib/organizations/notices/record";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { notFound, unprocessable } from "@/lib/kernel/errors";
import { findActiveKeyIds, getPublishedKeys, getSigningKeys } from "@/lib/credentials/issuer-keys/service";
import { domainDid, issuerUrl, organizationDid } from "@/lib/credentials/open-badges/addresses";
import type { DidOfIssuer } from "@/lib/credentials/open-badges/issuer";
import { getKeyedIssuer } from "@/lib/credentials/open-badges/service";
import { getOrganizationDomain, takeDomainCheck } from "@/lib/organizations/domains/service";
import { checkFiles, type CheckResult } from "./check";
import { buildDidConfiguration } from "./did-configuration";
import {
  findEnabledDomain,
  findIssuerDomain,
  findStoredDomain,
  lockIssuerDomain,
  saveCheck,
  saveSwitch,
  type ClaimedDomain,
  type LockedDomain,
} from "./queries";
import type { IssuerDomain, IssuerDomainInput, PauseReason } from "./schema";
import { ownDidOf, readFindings, type IssuerDomainDetails } from "./serializer";
import { describeState, findPauseReason, type StoredState } from "./state";

/** A little less than an hour, so that the hourly job checks the domain each time. */
const CHECK_INTERVAL_MS = 55 * 60_000;

const nextCheckTime = (now: Date): Date => new Date(now.getTime() + CHECK_INTERVAL_MS);

/**
 * Returns an issuer under its DID at this service. It is also known by its URL, and by the DID of its verified domain once
 * it chose to issue under that. Throws 404 when there is none.
 */
export async function getIssuerDid(organizationId: string): Promise<DidOfIssuer> {
  const keyed = await getKeyedIssuer(organizationId);
  const domain = await findEnabledDomain(organizationId);
  const alsoKnownAs = [issuerUrl(keyed.issuer.id), ...(domain === null ? [] : [domainDid(domain)])];
  return { ...keyed, did: organizationDid(keyed.issuer.id), alsoKnownAs };
}

/** Returns an issuer under the DID of a domain under which it issued, as our records have its keys. */
export const getOwnDid = async (organizationId: string, domain: string): Promise<DidOfIssuer> =>
  ownDidOf(await getKeyedIssuer(organizationId), domain);

/** Returns the domain of the organization with the files to publish there. Throws 404 when it has none. */
export async function getIssuerDomain(caller: Caller): Promise<IssuerDomainDetails> {
  const { name: domain } = await getOrganizationDomain(caller);
  const { organizationId } = caller;
  const now = clock.now();
  const keyed = await getKeyedIssuer(organizationId);
  const { verifiedDomain, verifiedAt } = keyed.issuer;
  const isVerified = verifiedDomain === domain && verifiedAt !== null;
  const configuration = isVerified
    ? await buildDidConfiguration(
        { organizationId, domain, verifiedAt },
        (await getSigningKeys(organizationId)).proofs,
        now,
      )
    : null;
  return { ...keyed, domain, row: await findIssuerDomain(organizationId, domain), configuration, now };
}

/** Returns whether the organization issues under its domain; null when it has not turned that on. */
export async function findIssuingState({
  organizationId,
}: Caller): Promise<Pick<IssuerDomain, "state" | "paused_because"> | null> {
  const row = await findStoredDomain(organizationId);
  if (!row?.enabledAt) return null;
  const isVerified = row.claim.organization.verifiedDomain === row.domain;
  const stored = { ...row, isVerified, findings: readFindings(row) };
  return describeState(stored, await findActiveKeyIds(organizationId), clock.now());
}

const REFUSALS: Record<PauseReason, string> = {
  domain_not_verified: "Verify the domain first.",
  document_wrong: "Publish the DID document first, then check it.",
  keys_changed:
    "The published DID document does not list the current keys. Publish the new one, then check it.",
  document_not_reached: "The DID document was last read more than a day ago. Check it again.",
};

const toStored = (locked: LockedDomain) => ({ ...locked, findings: readFindings(locked) });

async function turnOn(caller: Caller, locked: LockedDomain): Promise<void> {
  const { organizationId } = caller;
  const now = clock.now();
  const reason = findPauseReason(toStored(locked), await findActiveKeyIds(organizationId), now);
  if (reason) throw unprocessable(reason, REFUSALS[reason]);
  await saveSwitch(organizationId, { enabledAt: now, activeSince: now, nextCheckAt: nextCheckTime(now) });
  await writeAuditEntries([buildAuditEntry(caller, "issuer_domain.enable", locked.domain)]);
}

async function turnOff(caller: Caller, { domain }: LockedDomain): Promise<void> {
  await saveSwitch(caller.organizationId, { enabledAt: null, activeSince: null, nextCheckAt: null });
  await writeAuditEntries([buildAuditEntry(caller, "issuer_domain.disable", domain)]);
}

/**
 * Turns issuing under the domain on or off. Credentials that were signed before stay as they are. Throws 404 without a
 * domain, and 422 to turn it on before the domain is verified and its DID document was found with the current keys.
 */
export function updateIssuerDomain(
  caller: Caller,
  { enabled }: IssuerDomainInput,
): Promise<IssuerDomainDetails> {
  return transaction(async () => {
    const { name } = await getOrganizationDomain(caller);
    const locked = await lockIssuerDomain(caller.organizationId, name);
    if (!locked) throw notFound("This organization has no domain.");
    if (enabled && !locked.enabledAt) await turnOn(caller, locked);
    if (!enabled && locked.enabledAt) await turnOff(caller, locked);
    return getIssuerDomain(caller);
  });
}

/** The result of one check, and when it began. `result` is null when there was nothing to read: the domain is not verified. */
export type IssuerDomainCheck = {
  organizationId: string;
  domain: string;
  startedAt: Date;
  result: CheckResult | null;
};

/** Reads the files of a domain. Takes up to 8 s, so call it outside of transactions. */
export async function runIssuerDomainCheck({
  organizationId,
  domain,
  isVerified,
}: ClaimedDomain): Promise<IssuerDomainCheck> {
  const startedAt = clock.now();
  const keys = isVerified ? await getPublishedKeys(organizationId) : [];
  const result = isVerified ? await checkFiles({ organizationId, domain, keys }) : null;
  return { organizationId, domain, startedAt, result };
}

const notifyOfPause = ({ organizationId }: Author, domain: string) =>
  recordNotices([
    {
      kind: "domain_failing",
      organizationId,
      key: `issuing_paused:${domain}:${clock.now().getTime()}`,
      data: { event: "issuing_paused", domain, ends_at: null },
    },
  ]);

/** Writes an entry when new credentials begin or cease to be issued under the domain. */
async function recordChange(author: Author, before: LockedDomain, isActive: boolean): Promise<void> {
  if (!before.enabledAt || (before.activeSince !== null) === isActive) return;
  const entry = isActive
    ? buildAuditEntry(author, "issuer_domain.resume", before.domain)
    : buildAuditEntry(author, "issuer_domain.pause", before.domain);
  await writeAuditEntries([entry]);
  if (!isActive) await notifyOfPause(author, before.domain);
}

/** Returns what is stored after a check. What it could not read stays as it was. */
function applyResult(before: LockedDomain, { startedAt, result }: IssuerDomainCheck): StoredState {
  const stored = toStored(before);
  if (!result) return stored;
  const { findings, listedKeys } = result;
  return { ...stored, findings, ...(listedKeys ? { listedKeys, readAt: startedAt } : {}) };
}

/**
 * Stores the result of a check, with an audit entry if it changed which DID new credentials name. A domain that was
 * changed, removed or checked again meanwhile is not updated.
 */
export function saveIssuerDomainCheck(author: Author, check: IssuerDomainCheck): Promise<void> {
  const { organizationId, domain, startedAt, result } = check;
  return transaction(async () => {
    const before = await lockIssuerDomain(organizationId, domain);
    if (!before || (before.lastCheckedAt && before.lastCheckedAt > startedAt)) return;
    const now = clock.now();
    const after = applyResult(before, check);
    const { state } = describeState(after, await findActiveKeyIds(organizationId), now);
    const isActive = state === "on";
    await saveCheck(organizationId, {
      findings: after.findings,
      listedKeys: after.listedKeys,
      readAt: after.readAt,
      activeSince: isActive ? (before.activeSince ?? now) : null,
      lastCheckedAt: result ? now : before.lastCheckedAt,
      nextCheckAt: before.enabledAt && nextCheckTime(now),
    });
    await recordChange(author, before, isActive);
  });
}

/** Reads both files now. Throws 404 without a domain, 422 before it is verified, 429 after 30 checks an hour. */
export async function prepareIssuerDomainCheck(caller: Caller): Promise<IssuerDomainCheck> {
  const { name: domain, organization } = await getOrganizationDomain(caller);
  if (organization.verifiedAt === null)
    throw unprocessable("domain_not_verified", REFUSALS.domain_not_verified);
  await takeDomainCheck(caller);
  return runIssuerDomainCheck({ organizationId: caller.organizationId, domain, isVerified: true });
}

/** Stores the result of `prepareIssuerDomainCheck`, and returns the domain. Throws 404 when it was removed meanwhile. */
export async function checkIssuerDomain(
  caller: Caller,
  prepared: IssuerDomainCheck,
): Promise<IssuerDomainDetails> {
  await saveIssuerDomainCheck(caller, prepared);
  return getIssuerDomain(caller);
}
