// What the tests use of packages without types, beside the declarations in lib/credentials/proofs/libraries.d.ts.

declare module "@digitalbazaar/vc" {
  type Verification = { verified: boolean; error?: Error & { errors?: Error[] } };
  export function issue<Unsigned extends object>(options: {
    credential: Unsigned;
    suite: object;
    documentLoader: JsonLdLoader;
    now?: Date;
  }): Promise<Unsigned>;
  export function verifyCredential(options: {
    credential: object;
    suite: object;
    documentLoader: JsonLdLoader;
    checkStatus: () => { verified: boolean };
    now?: Date;
  }): Promise<Verification>;
}

declare module "@digitalbazaar/ed25519-multikey" {
  export function generate(options: { controller?: string }): Promise<{
    id: string;
    publicKeyMultibase: string;
    signer: () => ProofSigner;
  }>;
}

declare module "@digitalbazaar/ecdsa-multikey" {
  export function generate(options: { curve: string }): Promise<{
    publicKeyMultibase: string;
    signer: () => ProofSigner;
  }>;
}

declare module "@digitalbazaar/ecdsa-sd-2023-cryptosuite" {
  export function createSignCryptosuite(options: { mandatoryPointers: string[] }): Cryptosuite;
  export function createDiscloseCryptosuite(options: { selectivePointers: string[] }): Cryptosuite;
}

declare module "@digitalbazaar/vc-bitstring-status-list" {
  export function createCredential(options: {
    id: string;
    list: BitstringStatusList;
    statusPurpose: string;
  }): Promise<JsonLdDocument>;
  export function checkStatus(options: {
    credential: object;
    documentLoader: JsonLdLoader;
    suite: object;
  }): Promise<{ verified: boolean; error?: Error; results?: { status: boolean }[] }>;
}

declare module "@digitalbazaar/data-integrity" {
  interface DataIntegrityProof {
    createProof: (options: {
      document: object;
      proofSet: object[];
      purpose: object;
      documentLoader: JsonLdLoader;
    }) => Promise<JsonLdDocument>;
  }
}
