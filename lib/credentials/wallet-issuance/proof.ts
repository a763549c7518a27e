import { decodeProtectedHeader, errors, jwtVerify } from "jose";
import { clock } from "@/lib/kernel/clock";
import { badRequest } from "@/lib/kernel/errors";
import { resolveHolderKey, type HolderKey } from "./holder-key";
import { credentialIssuer, PROOF_ALGORITHMS } from "./metadata";
import { isFreshNonce } from "./nonce";

/** How old a proof may be. Its nonce is at most as old. */
const MAX_AGE_SECONDS = 300;
/** The clock of a wallet may differ by this much. */
const TOLERANCE_SECONDS = 60;

const invalidProof = (message: string) => badRequest("invalid_proof", message);

/** Describes what is wrong with a proof, for developers of wallets. */
function describeFailure(error: unknown): string {
  if (error instanceof errors.JWTExpired) return "The proof has expired or is too old.";
  if (error instanceof errors.JWTClaimValidationFailed) return `The proof has a wrong or no ${error.claim}.`;
  if (error instanceof errors.JWSSignatureVerificationFailed) return "The signature of the proof is wrong.";
  return "The proof is not a valid JWT.";
}

async function readHolderKey(jwt: string): Promise<HolderKey> {
  const header = (() => {
    try {
      return decodeProtectedHeader(jwt);
    } catch {
      throw invalidProof("The proof is not a JWT.");
    }
  })();
  const key = await resolveHolderKey(header);
  if (!key) {
    const message = "The proof must name one key: kid (DID URL of a did:key or did:jwk) or jwk.";
    throw invalidProof(`${message} Keys are Ed25519 or P-256.`);
  }
  if (header.alg === key.algorithm) return key;
  throw invalidProof(`The alg must be one of ${PROOF_ALGORITHMS.join(", ")} and fit the key.`);
}

/**
 * Verifies a proof of possession (OpenID4VCI 1.0, Appendix F.1 and F.4), a JWT that the key in its header signed. Returns
 * the DID of that key, and the nonce. `iss` is not read: wallets are anonymous here, so there is nothing to compare it
 * with. Throws 400 with the code `invalid_proof`, or `invalid_nonce` when only the nonce is wrong.
 */
export async function verifyProof(jwt: string): Promise<{ holder: string; nonce: string }> {
  const { did, algorithm, publicKey } = await readHolderKey(jwt);
  const verified = jwtVerify(jwt, publicKey, {
    algorithms: [algorithm],
    typ: "openid4vci-proof+jwt",
    audience: credentialIssuer(),
    maxTokenAge: MAX_AGE_SECONDS,
    clockTolerance: TOLERANCE_SECONDS,
    currentDate: clock.now(),
  });
  const { payload } = await verified.catch((error: unknown) => {
    throw invalidProof(describeFailure(error));
  });
  const { nonce } = payload;
  if (typeof nonce !== "string") throw invalidProof("The proof has a wrong or no nonce.");
  if (!isFreshNonce(nonce)) throw invalidNonce();
  return { holder: did, nonce };
}

/** 400: the nonce is not ours, is too old, or was used before. The wallet gets another one and repeats its request. */
export const invalidNonce = () =>
  badRequest("invalid_nonce", "The nonce is not valid any more. Request another one.");
