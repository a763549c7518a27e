import type { PublishedKey } from "@/lib/credentials/issuer-keys/serializer";
import type { IssuerJwk, IssuerJwks } from "@/lib/credentials/issuer-keys/schema";
import { issuerUrl, jwkUrl, organizationDid } from "./addresses";
import { buildProfile } from "./credential";
import { CONTEXTS, type CredentialIssuer, type DidDocument } from "./schema";
import type { IssuerRow } from "./serializer";

/** An issuer with its public keys, the oldest first. */
export type KeyedIssuer = { issuer: IssuerRow; keys: PublishedKey[] };

/** The id of a key in the proofs of credentials. */
export const proofMethodId = (organizationId: string, { multikey }: Pick<PublishedKey, "multikey">): string =>
  `${organizationDid(organizationId)}#${multikey}`;

/** The id of a key in the header of tokens, where it is published as a JWK. */
export const tokenMethodId = (
  organizationId: string,
  { thumbprint }: Pick<PublishedKey, "thumbprint">,
): string => `${organizationDid(organizationId)}#${thumbprint}`;

const isForProofs = ({ algorithm }: PublishedKey): boolean => algorithm === "Ed25519";

/** Serializes the DID document of an issuer's `did:web`. A key for tokens is listed in both forms that verifiers look for. */
export function presentDid({ issuer, keys }: KeyedIssuer): DidDocument {
  const id = organizationDid(issuer.id);
  const multikeys = keys.map((key) => ({
    id: proofMethodId(issuer.id, key),
    type: "Multikey" as const,
    controller: id,
    publicKeyMultibase: key.multikey,
  }));
  const jwks = keys
    .filter((key) => !isForProofs(key))
    .map((key) => ({
      id: tokenMethodId(issuer.id, key),
      type: "JsonWebKey" as const,
      controller: id,
      publicKeyJwk: { ...key.jwk, kid: tokenMethodId(issuer.id, key) },
    }));
  const verificationMethod = [...multikeys, ...jwks];
  return {
    "@context": [...CONTEXTS.did],
    id,
    alsoKnownAs: [issuerUrl(issuer.id)],
    verificationMethod,
    assertionMethod: verificationMethod.map((method) => method.id),
  };
}

/**
 * Serializes the key by which tokens were signed before they had keys of their own: the oldest one. Its id is its URL.
 * Throws for an issuer without such a key, which cannot be.
 */
export function presentJwk({ issuer, keys }: KeyedIssuer): IssuerJwk {
  const oldest = keys.find(isForProofs);
  if (!oldest) throw new Error("An issuer has no key.");
  return { ...oldest.jwk, kid: jwkUrl(issuer.id) };
}

/** Serializes all keys of an issuer that sign or signed tokens. */
export const presentJwks = (keyed: KeyedIssuer): IssuerJwks => ({
  keys: [
    presentJwk(keyed),
    ...keyed.keys
      .filter((key) => !isForProofs(key))
      .map((key) => ({ ...key.jwk, kid: tokenMethodId(keyed.issuer.id, key) })),
  ],
});

/**
 * Serializes the issuer by its https URL, which credentials named before issuers had a DID, as a profile and as the
 * document that lists its keys.
 */
export function presentCredentialIssuer(keyed: KeyedIssuer): CredentialIssuer {
  const { issuer, keys } = keyed;
  const id = issuerUrl(issuer.id);
  const proofs = keys.filter(isForProofs).map(({ multikey }) => ({
    id: `${id}#${multikey}`,
    type: "Multikey" as const,
    controller: id,
    publicKeyMultibase: multikey,
  }));
  const tokens = {
    id: jwkUrl(issuer.id),
    type: "JsonWebKey" as const,
    controller: id,
    publicKeyJwk: presentJwk(keyed),
  };
  const verificationMethod = [...proofs, tokens];
  return {
    "@context": [...CONTEXTS.issuer],
    ...buildProfile(issuer, id),
    alsoKnownAs: [organizationDid(issuer.id)],
    verificationMethod,
    assertionMethod: verificationMethod.map((method) => method.id),
  };
}
