import { generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { DataIntegrityProof } from "@digitalbazaar/data-integrity";
import { generate } from "@digitalbazaar/ed25519-multikey";
import { createSignCryptosuite } from "@digitalbazaar/eddsa-jcs-2022-cryptosuite";
import { cryptosuite as rdfc } from "@digitalbazaar/eddsa-rdfc-2022-cryptosuite";
import { issue } from "@digitalbazaar/vc";
import { createCredential, createList } from "@digitalbazaar/vc-bitstring-status-list";
import { base58 } from "@scure/base";
import { SignJWT, type JWK } from "jose";
import type { LocalhostCertificate } from "../platform/localhost-certificate";
import { loadJsonLd } from "./document-loader";

/** A credential of Open Badges 3.0 as it is served, as far as the tests of verifiers read or change it. */
export type SavedCredential = {
  "@context": string[];
  id: string;
  issuer: { id: string; name: string };
  validFrom: string;
  validUntil?: string;
  credentialSubject: { id?: string; achievement: { name: string } };
  credentialStatus: { statusListIndex: string };
  proof: { cryptosuite: string; proofValue: string }[];
};

/** The forms in which an earner may have saved a credential. `png` and `svg` are what an image contains. */
export type SavedForms = { json: SavedCredential; jwt: string; png?: SavedCredential; svg?: SavedCredential };

const LIST_LENGTH = 131_072;
const ISSUED_AT = "2026-04-01T09:41:00Z";
const SCHEMA =
  "https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json";

const secondsOf = (moment: string): number => Date.parse(moment) / 1_000;

/** Encodes a P-256 key as a Multikey: its multicodec and the compressed point. */
function encodeP256({ x = "", y = "" }: JWK): string {
  const parity = (Buffer.from(y, "base64url").at(-1) ?? 0) & 1;
  return `z${base58.encode(Buffer.concat([Buffer.of(0x80, 0x24, 2 + parity), Buffer.from(x, "base64url")]))}`;
}

type Keys = Awaited<ReturnType<typeof createKeys>>;

async function createKeys(did: string) {
  const ed25519 = await generate({ controller: did });
  ed25519.id = `${did}#${ed25519.publicKeyMultibase}`;
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { ed25519, privateKey, publicJwk: publicKey.export({ format: "jwk" }) as JWK };
}

function buildDidDocument(did: string, { ed25519, publicJwk }: Keys) {
  const p256 = encodeP256(publicJwk);
  const verificationMethod = [
    { id: ed25519.id, type: "Multikey", controller: did, publicKeyMultibase: ed25519.publicKeyMultibase },
    // The same key twice: some verifiers of JWTs know only the one type, some only the other.
    { id: `${did}#${p256}`, type: "Multikey", controller: did, publicKeyMultibase: p256 },
    { id: `${did}#jwk`, type: "JsonWebKey", controller: did, publicKeyJwk: publicJwk },
  ];
  return {
    "@context": [
      "https://www.w3.org/ns/did/v1",
      "https://w3id.org/security/multikey/v1",
      "https://w3id.org/security/jwk/v1",
    ],
    id: did,
    verificationMethod,
    assertionMethod: verificationMethod.map(({ id }) => id),
  };
}

function buildBadge(did: string, origin: string, index: number, validUntil?: string) {
  const list = `${origin}/issuer/status_lists/1`;
  return {
    "@context": [
      "https://www.w3.org/ns/credentials/v2",
      "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
      "https://purl.imsglobal.org/spec/ob/v3p0/extensions.json",
    ],
    id: `${origin}/credentials/${randomUUID()}`,
    type: ["VerifiableCredential", "OpenBadgeCredential"],
    issuer: { id: did, type: ["Profile"], name: "Open University", url: "https://open.example.org" },
    validFrom: ISSUED_AT,
    ...(validUntil ? { validUntil } : {}),
    credentialSubject: {
      type: ["AchievementSubject"],
      identifier: [
        {
          type: "IdentityObject",
          identityType: "emailAddress",
          hashed: true,
          salt: "0123456789abcdef",
          identityHash: `sha256$${"ab".repeat(32)}`,
        },
      ],
      achievement: {
        id: `${origin}/achievements/1`,
        type: ["Achievement"],
        name: "Data Analysis",
        description: "Reads numbers.",
        criteria: { narrative: "Pass the **exam**." },
      },
    },
    credentialStatus: {
      id: `${list}#${index}`,
      type: "BitstringStatusListEntry",
      statusPurpose: "revocation",
      statusListIndex: String(index),
      statusListCredential: list,
    },
    credentialSchema: [{ id: SCHEMA, type: "1EdTechJsonSchemaValidator2019" }],
  };
}

async function addProof<Document extends object>(
  document: Document,
  cryptosuite: Cryptosuite,
  { ed25519 }: Keys,
) {
  const suite = new DataIntegrityProof({ signer: ed25519.signer(), cryptosuite, date: ISSUED_AT });
  return issue({ credential: document, suite, documentLoader: loadJsonLd, now: new Date(ISSUED_AT) });
}

async function signJwt(badge: ReturnType<typeof buildBadge>, did: string, { privateKey }: Keys) {
  const { id: jti, validFrom, validUntil } = badge as typeof badge & { validUntil?: string };
  const exp = validUntil === undefined ? {} : { exp: secondsOf(validUntil) };
  const claims = { ...badge, iss: did, jti, nbf: secondsOf(validFrom), ...exp };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "ES256", typ: "JWT", kid: `${did}#jwk` })
    .sign(privateKey);
}

/**
 * Starts another issuer on this machine, at https://localhost: its credentials, DID document and status list are the
 * work of the reference libraries, without any code of the product.
 */
export async function startReferenceIssuer({ key, cert }: LocalhostCertificate) {
  const documents = new Map<string, object>();
  const server = createServer({ key, cert }, (request, response) => {
    const document = documents.get(request.url ?? "");
    response.writeHead(document ? 200 : 404, { "content-type": "application/json" });
    response.end(document ? JSON.stringify(document) : "");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const [origin, did] = [`https://localhost:${port}`, `did:web:localhost%3A${port}:issuer`];
  const keys = await createKeys(did);
  documents.set("/issuer/did.json", buildDidDocument(did, keys));

  /** Signs and publishes the status list with these indices revoked. */
  async function publishStatusList(revoked: number[]): Promise<void> {
    const list = await createList({ length: LIST_LENGTH });
    for (const index of revoked) list.setStatus(index, true);
    const id = `${origin}/issuer/status_lists/1`;
    const unsigned = await createCredential({ id, list, statusPurpose: "revocation" });
    const document = { ...unsigned, issuer: did, validFrom: ISSUED_AT };
    documents.set("/issuer/status_lists/1", await addProof(document, rdfc, keys));
  }

  /** Signs a badge with an index of the status list. */
  async function issueBadge(index: number, validUntil?: string): Promise<SavedForms> {
    const badge = buildBadge(did, origin, index, validUntil);
    const jwt = await signJwt(badge, did, keys); // before the proofs, which are added to the same object
    const withProof = await addProof(badge, rdfc, keys);
    const signed: unknown = await addProof(withProof, createSignCryptosuite(), keys);
    return { json: signed as SavedCredential, jwt };
  }
  await publishStatusList([]);
  return {
    did,
    publishStatusList,
    issueBadge,
    stop: () => new Promise<void>((done) => void server.close(() => done())),
  };
}
