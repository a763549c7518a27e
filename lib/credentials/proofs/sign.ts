import { sign, type KeyObject } from "node:crypto";
import { DataIntegrityProof } from "@digitalbazaar/data-integrity";
import { createSignCryptosuite } from "@digitalbazaar/eddsa-jcs-2022-cryptosuite";
import { cryptosuite as rdfSuite } from "@digitalbazaar/eddsa-rdfc-2022-cryptosuite";
import signatures from "jsonld-signatures";
import { canonizeDocument } from "./canonize";
import { loadContext } from "./contexts";
import type { Proof } from "./schema";

/** An Ed25519 key with the id of its verification method, which verifiers look up. */
export type ProofKey = { verificationMethod: string; privateKey: KeyObject };

const RDF_SUITE: Cryptosuite = { ...rdfSuite, canonize: canonizeDocument };

async function addProof<Document extends JsonLdDocument>(
  document: Document,
  cryptosuite: Cryptosuite,
  { verificationMethod, privateKey }: ProofKey,
  created: string,
): Promise<Document & { proof: unknown }> {
  const signer: ProofSigner = {
    id: verificationMethod,
    algorithm: "Ed25519",
    sign: ({ data }) => Promise.resolve(new Uint8Array(sign(null, data, privateKey))),
  };
  return signatures.sign(document, {
    suite: new DataIntegrityProof({ signer, date: created, cryptosuite }),
    purpose: new signatures.purposes.AssertionProofPurpose(),
    documentLoader: loadContext,
  });
}

/**
 * Signs a document with two proofs (Data Integrity EdDSA Cryptosuites 1.0): `eddsa-rdfc-2022` first, which most verifiers
 * support, then `eddsa-jcs-2022`, which needs no RDF. `created` is an XML Schema date-time in whole seconds. Equal input
 * gives equal proofs.
 *
 * @throws Error when a member of the document has no meaning in its contexts, or a context is not bundled
 */
export async function signDocument<Document extends JsonLdDocument>(
  document: Document,
  key: ProofKey,
  created: string,
): Promise<Document & { proof: Proof[] }> {
  const once = await addProof(document, RDF_SUITE, key, created);
  const twice = await addProof(once, createSignCryptosuite(), key, created);
  return twice as Document & { proof: Proof[] };
}
