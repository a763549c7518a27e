import { clock } from "@/lib/kernel/clock";
import { badRequest } from "@/lib/kernel/errors";
import { createSecret, digest, isWellFormedSecret } from "@/lib/kernel/secrets";
import { countAttempt, isOpenCode, saveToken } from "./queries";
import { PRE_AUTHORIZED_GRANT, type WalletTokenRequest } from "./schema";
import type { GrantedWalletToken } from "./serializer";
import { isTransactionCode } from "./transaction-code";

/** A wallet takes seconds; people take some time to choose where it stores a badge. */
const LIFETIME_SECONDS = 600;

const invalidRequest = (message: string) => badRequest("invalid_request", message);

/** The error for everything that is wrong with a code, so that it does not tell which codes exist. */
const invalidGrant = () => {
  const message = "The pre-authorized code is unknown, used, expired or was tried too often.";
  return badRequest("invalid_grant", message);
};

/**
 * Exchanges the pre-authorized code of an offer and its transaction code for an access token (OpenID4VCI 1.0, 6). A code
 * works once. Five wrong transaction codes end the offer. Errors have the codes of 6.3 and RFC 6749, 5.2:
 * `unsupported_grant_type`, `invalid_request` for a missing parameter, `invalid_grant`.
 */
export async function exchangeCode(request: WalletTokenRequest): Promise<GrantedWalletToken> {
  const { grant_type: grantType, "pre-authorized_code": code, tx_code: transactionCode } = request;
  if (grantType !== PRE_AUTHORIZED_GRANT) {
    throw badRequest("unsupported_grant_type", `The grant_type must be ${PRE_AUTHORIZED_GRANT}.`);
  }
  if (code === undefined) throw invalidRequest("Missing in the body: pre-authorized_code.");
  if (!isWellFormedSecret("bwp", code)) throw invalidGrant();
  const [codeDigest, now] = [digest(code), clock.now()];
  if (transactionCode === undefined) {
    throw (await isOpenCode(codeDigest, now))
      ? invalidRequest("Missing in the body: tx_code, the transaction code that the person sees.")
      : invalidGrant();
  }
  const offer = await countAttempt(codeDigest, now);
  if (!offer) throw invalidGrant();
  if (!isTransactionCode(offer.transactionKey, offer.id, transactionCode)) {
    throw badRequest("invalid_grant", "The transaction code is wrong.");
  }
  const token = createSecret("bwt");
  const expiresAt = new Date(now.getTime() + LIFETIME_SECONDS * 1000);
  // Another request may have exchanged the same code just now.
  if (!(await saveToken(offer.id, { tokenDigest: digest(token), expiresAt }))) throw invalidGrant();
  return { token, lifetimeSeconds: LIFETIME_SECONDS };
}
