import { generateKeyPairSync, sign } from "node:crypto";
import { DataIntegrityProof } from "@digitalbazaar/data-integrity";
import { cryptosuite } from "@digitalbazaar/eddsa-rdfc-2022-cryptosuite";
import signatures from "jsonld-signatures";
import { CONTEXTS } from "@/lib/credentials/open-badges/schema";
import { loadContext } from "@/lib/credentials/proofs/contexts";
import { signDocument } from "@/lib/credentials/proofs/sign";
import { signInThread } from "@/lib/credentials/proofs/threads";
import { measureRate } from "./rate";
import { report, type Print } from "./report";

const ROUNDS = 5;
const WARM_UP = 100;
const PER_ROUND = 300;
/** As many as the job signs at once (lib/credentials/signed-credentials/jobs.ts). */
const AT_ONCE = 4;
const CREATED = "2026-11-24T00:00:00Z";

const { privateKey } = generateKeyPairSync("ed25519");
const ISSUER = "did:web:badges.example:issuers:1";
const key = { verificationMethod: `${ISSUER}#key`, privateKey };
const signer: ProofSigner = {
  id: key.verificationMethod,
  algorithm: "Ed25519",
  sign: ({ data }) => Promise.resolve(new Uint8Array(sign(null, data, privateKey))),
};

const profile = { id: ISSUER, type: ["Profile"], name: "Open University", url: "https://open.example/" };
const image = { id: "https://badges.example/images/1/image.png", type: "Image", caption: "Badge: SQL" };

/** A credential as this service signs it. `number` stands where badges of one template differ. */
const buildCredential = (number: number): JsonLdDocument => ({
  "@context": [...CONTEXTS.three],
  id: `https://badges.example/v1/obi/v3/credentials/${number}`,
  type: ["VerifiableCredential", "OpenBadgeCredential"],
  name: "SQL",
  description: "Writes queries.",
  image,
  issuer: profile,
  validFrom: CREATED,
  validUntil: "2036-01-01T00:00:00Z",
  awardedDate: CREATED,
  credentialSubject: {
    id: `urn:uuid:${number}`,
    type: ["AchievementSubject"],
    identifier: [
      {
        type: "IdentityObject",
        identityType: "emailAddress",
        hashed: true,
        salt: `salt-${number}`,
        identityHash: `sha256$${number}`,
      },
    ],
    achievement: {
      id: "https://badges.example/v1/obi/v2/badge_classes/1",
      type: ["Achievement"],
      creator: profile,
      achievementType: "Badge",
      name: "SQL",
      description: "Writes queries.",
      criteria: { id: "https://open.example/course", narrative: "- Assessment: Exam" },
      image,
      tag: ["SQL", "Databases"],
    },
  },
  evidence: [{ type: ["Evidence"], name: "Note", narrative: `Number ${number}` }],
  credentialStatus: {
    id: `https://badges.example/lists/1#${number}`,
    type: "BitstringStatusListEntry",
    statusPurpose: "revocation",
    statusListIndex: String(number),
    statusListCredential: "https://badges.example/lists/1",
  },
});

/** The reference: the library's own canonicalization, one proof. */
const signByLibrary = (number: number): Promise<unknown> =>
  signatures.sign(buildCredential(number), {
    suite: new DataIntegrityProof({ signer, date: CREATED, cryptosuite }),
    purpose: new signatures.purposes.AssertionProofPurpose(),
    documentLoader: loadContext,
  });

const signHere = (number: number): Promise<unknown> => signDocument(buildCredential(number), key, CREATED);
const signByThreads = (number: number): Promise<unknown> =>
  signInThread(buildCredential(number), key, CREATED);

/**
 * Compares signing with both proofs, as this service does, with one proof of the reference library, one after the other on
 * one core: on one core too, and by threads.
 */
export async function credentials(print: Print): Promise<void> {
  print("\nCredentials");
  for (const work of [signByLibrary, signHere]) await measureRate(work, WARM_UP);
  await measureRate(signByThreads, WARM_UP, AT_ONCE);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({
      reference: await measureRate(signByLibrary, PER_ROUND),
      ours: await measureRate(signHere, PER_ROUND),
      threads: await measureRate(signByThreads, PER_ROUND, AT_ONCE),
    });
  report(print, {
    name: "credentials signed with both proofs on one core, beside one proof of the library",
    unit: "/s",
    rounds,
    goal: { atLeast: 3 },
  });
  report(print, {
    name: "the same by threads, four at once as the job does",
    unit: "/s",
    rounds: rounds.map(({ reference, threads }) => ({ reference, ours: threads })),
    goal: { atLeast: 3 },
  });
}
