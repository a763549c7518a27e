import type { PublishedKey } from "@/lib/credentials/issuer-keys/serializer";
import type {
  DidDocument,
  IssuerJwk,
  IssuerJwks,
  VerificationMethod,
} from "@/lib/credentials/issuer-keys/schema";
import { domainOrigin, issuerUrl, jwkUrl, organizationDid } from "./addresses";
import { buildProfile } from "./credential";
import { CONTEXTS, type CredentialIssuer } from "./schema";
import type { IssuerRow } from "./serializer";

/** An issuer with its public keys, the oldest first. */
export type KeyedIssuer = { issuer: IssuerRow; keys: PublishedKey[] };

/** An issuer with its keys under one of its DIDs. `alsoKnownAs`: its other identifiers. */
export type DidOfIssuer = KeyedIssuer & { did: string; alsoKnownAs: string[] };

/** The id of a key of a DID in the proofs of credentials. */
export const proofMethodId = (did: string, { multikey }: Pick<PublishedKey, "multikey">): string =>
  `${did}#${multikey}`;

/** The id of a key of a DID in the header of tokens, where it is published as a JWK. */
export const tokenMethodId = (did: string, { thumbprint }: Pick<PublishedKey, "thumbprint">): string =>
  `${did}#${thumbprint}`;

const isForProofs = ({ algorithm }: PublishedKey): boolean => algorithm === "Ed25519";

/** Serializes a key as the verification methods of a DID. A key for tokens has both forms that verifiers look for. */
export function presentMethods(did: string, key: PublishedKey): VerificationMethod[] {
  const multikey = {
    id: proofMethodId(did, key),
    type: "Multikey" as const,
    controller: did,
    publicKeyMultibase: key.multikey,
  };
  if (isForProofs(key)) return [multikey];
  const id = tokenMethodId(did, key);
  const jwk = {
    id,
    type: "JsonWebKey" as const,
    controller: did,
    publicKeyJwk: { ...key.jwk, kid: id },
  };
  return [multikey, jwk];
}

/**
 * The verified domain of an issuer as a service (DIF Well Known DID Configuration 1.0, "Linked Domain Service Endpoint").
 * Its context is left out of the document: it is not bundled anywhere, and verifiers that read keys as JSON-LD would have
 * to fetch it.
 */
const presentLinkedDomain = (did: string, { verifiedDomain }: IssuerRow): Pick<DidDocument, "service"> =>
  verifiedDomain === null
    ? {}
    : {
        service: [
          {
            id: `${did}#linked-domain`,
            type: "LinkedDomains",
            serviceEndpoint: domainOrigin(verifiedDomain),
          },
        ],
      };

/** Serializes the DID document of an issuer's `did:web`. */
export function presentDid({ issuer, keys, did, alsoKnownAs }: DidOfIssuer): DidDocument {
  const methods = keys.flatMap((key) => presentMethods(did, key));
  const verificationMethod = methods.toSorted(
    (one, other) => Number(one.type === "JsonWebKey") - Number(other.type === "JsonWebKey"),
  );
  return {
    "@context": [...CONTEXTS.did],
    id: did,
    alsoKnownAs,
    verificationMethod,
    assertionMethod: verificationMethod.map((method) => method.id),
    ...presentLinkedDomain(did, issuer),
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
      .map((key) => ({ ...key.jwk, kid: tokenMethodId(organizationDid(keyed.issuer.id), key) })),
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
