/** A domain and the random value that proves it. */
export type Claim = { name: string; token: string };

/** What the TXT record and the file hold. */
export const proofValue = ({ token }: Claim): string => `badges-domain-verification=${token}`;

/** A name of its own, so that no other record of the domain has to change. */
export const recordName = ({ name }: Pick<Claim, "name">): string => `_badges-challenge.${name}`;

/** Well-known URIs are the owner's to fill, not the users' of a site (RFC 8615). */
export const fileUrl = ({ name }: Pick<Claim, "name">): string =>
  `https://${name}/.well-known/badges-domain-verification.txt`;
