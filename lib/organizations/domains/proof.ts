/** A domain and the random value that proves it. */
export type DomainClaim = { name: string; token: string };

/** Returns the content of the TXT record and of the file. */
export const proofValue = ({ token }: DomainClaim): string => `badges-domain-verification=${token}`;

/**
 * Returns the name of the TXT record. It is a separate name, so that no existing record of the domain has to change.
 */
export const txtRecordName = ({ name }: Pick<DomainClaim, "name">): string => `_badges-challenge.${name}`;

/** Returns the address of the file. Well-known URIs are controlled by the site's owner, not by its users (RFC 8615). */
export const proofFileUrl = ({ name }: Pick<DomainClaim, "name">): string =>
  `https://${name}/.well-known/badges-domain-verification.txt`;
