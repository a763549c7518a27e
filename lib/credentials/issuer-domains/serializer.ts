import type { PublishedKey } from "@/lib/credentials/issuer-keys/serializer";
import { domainDid, domainOrigin, issuerUrl, organizationDid } from "@/lib/credentials/open-badges/addresses";
import { presentDid, type DidOfIssuer, type KeyedIssuer } from "@/lib/credentials/open-badges/issuer";
import type { Prisma } from "@/prisma/generated/client";
import type { DidConfiguration, DomainFindings, IssuerDomain } from "./schema";
import { describeState, type StoredState } from "./state";

export const issuerDomainSelect = {
  domain: true,
  enabledAt: true,
  listedKeys: true,
  readAt: true,
  findings: true,
  activeSince: true,
  lastCheckedAt: true,
  nextCheckAt: true,
} satisfies Prisma.IssuerDomainSelect;

export type IssuerDomainRow = Prisma.IssuerDomainGetPayload<{ select: typeof issuerDomainSelect }>;

export const didDocumentUrl = (domain: string): string => `${domainOrigin(domain)}/.well-known/did.json`;
export const didConfigurationUrl = (domain: string): string =>
  `${domainOrigin(domain)}/.well-known/did-configuration.json`;

/** A DID configuration to publish, and when its credentials expire. */
export type BuiltConfiguration = { content: DidConfiguration; expiresAt: Date };

/** The domain of an organization with all that the console shows of issuing under it. `row` is null before any check. */
export type IssuerDomainDetails = KeyedIssuer & {
  domain: string;
  row: IssuerDomainRow | null;
  configuration: BuiltConfiguration | null;
  now: Date;
};

const EMPTY = {
  enabledAt: null,
  listedKeys: [],
  readAt: null,
  findings: null,
  activeSince: null,
  lastCheckedAt: null,
  nextCheckAt: null,
} satisfies Omit<IssuerDomainRow, "domain">;

/** Reads the findings column, which only this folder writes. */
export const readFindings = ({ findings }: Pick<IssuerDomainRow, "findings">): DomainFindings | null =>
  findings as DomainFindings | null;

/** An organization under the DID of its domain, with the documents that name it otherwise. */
export const ownDidOf = ({ issuer, keys }: KeyedIssuer, domain: string): DidOfIssuer => ({
  issuer,
  keys,
  did: domainDid(domain),
  alsoKnownAs: [organizationDid(issuer.id), issuerUrl(issuer.id)],
});

const listActiveKeyIds = (keys: PublishedKey[]): string[] =>
  keys.filter(({ retiredAt }) => retiredAt === null).map(({ id }) => id);

const toIsoString = (at: Date | null): string | null => at?.toISOString() ?? null;

type PresentedFiles = Pick<IssuerDomain, "did_document" | "did_configuration">;

/** Serializes both files to publish, and what the last check found at their URLs. */
function presentFiles(details: IssuerDomainDetails, findings: DomainFindings | null): PresentedFiles {
  const { domain, configuration } = details;
  return {
    did_document: {
      url: didDocumentUrl(domain),
      content: presentDid(ownDidOf(details, domain)),
      found: findings?.did ?? null,
    },
    did_configuration: {
      url: didConfigurationUrl(domain),
      content: configuration?.content ?? null,
      expires_at: toIsoString(configuration?.expiresAt ?? null),
      found: findings?.configuration ?? null,
    },
  };
}

/** Serializes the domain with both files to publish, and the findings of the last check. */
export function presentIssuerDomain(details: IssuerDomainDetails): IssuerDomain {
  const { issuer, keys, domain, now } = details;
  const row = details.row ?? EMPTY;
  const findings = readFindings(row);
  const isVerified = issuer.verifiedDomain === domain;
  const stored: StoredState = { ...row, findings, isVerified };
  const { state, paused_because } = describeState(stored, listActiveKeyIds(keys), now);
  return {
    domain,
    did: domainDid(domain),
    domain_verified: isVerified,
    enabled: row.enabledAt !== null,
    state,
    paused_because,
    issuer_did: state === "on" ? domainDid(domain) : organizationDid(issuer.id),
    active_since: state === "on" ? toIsoString(row.activeSince) : null,
    last_checked_at: toIsoString(row.lastCheckedAt),
    next_check_at: toIsoString(row.nextCheckAt),
    ...presentFiles(details, findings),
  };
}
