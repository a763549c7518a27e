import { generateKeyPairSync } from "node:crypto";
import { signDocument } from "@/lib/credentials/proofs/sign";
import { nextSerial } from "../builders";
import type { Site } from "./badge-site";
import { hashed, signAssertion } from "./open-badges";

type Json = Record<string, unknown>;

const CREATED = "2026-03-01T12:00:00Z";

/** An issuer on a site, which publishes its key there, and signs credentials for an address. */
export function createCredentialIssuer(site: Site, path = "/issuer") {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const id = site.at(path);
  const verificationMethod = `${id}#key`;
  site.put(path, {
    id,
    type: "Profile",
    name: "Open University",
    url: "https://open.example.org",
    verificationMethod: [
      {
        id: verificationMethod,
        type: "JsonWebKey",
        controller: id,
        publicKeyJwk: publicKey.export({ format: "jwk" }),
      },
    ],
    assertionMethod: [verificationMethod],
  });
  const build = (email: string, changes: Json = {}): Json => {
    const { identity, salt } = hashed(email);
    return {
      "@context": [
        "https://www.w3.org/ns/credentials/v2",
        "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
      ],
      id: site.at(`/credentials/${nextSerial()}`),
      type: ["VerifiableCredential", "OpenBadgeCredential"],
      name: "Data Analysis",
      issuer: { id, type: ["Profile"], name: "Open University" },
      validFrom: CREATED,
      credentialSubject: {
        type: ["AchievementSubject"],
        identifier: [
          {
            type: "IdentityObject",
            identityType: "emailAddress",
            hashed: true,
            identityHash: identity,
            salt,
          },
        ],
        achievement: {
          id: site.at("/achievement"),
          type: ["Achievement"],
          name: "Data Analysis",
          description: "Reads numbers.",
          criteria: { narrative: "Pass the exam." },
        },
      },
      ...changes,
    };
  };
  return {
    id,
    /** A credential with embedded proofs. */
    sign: async (email: string, changes?: Json): Promise<Json> => ({
      ...(await signDocument(
        build(email, changes) as JsonLdDocument,
        { verificationMethod, privateKey },
        CREATED,
      )),
    }),
    /** A credential as compact JWS. */
    signToken: (email: string, changes: Json = {}): string => {
      const credential = build(email, changes);
      const claims = { iss: id, jti: credential.id, nbf: Date.parse(CREATED) / 1000 };
      return signAssertion({ ...credential, ...claims }, privateKey, {
        alg: "EdDSA",
        kid: verificationMethod,
      });
    },
  };
}
