import { clock } from "@/lib/kernel/clock";
import { createPurposeToken, isPurposeToken, randomText } from "@/lib/kernel/secrets";

const PURPOSE = "wallet-nonce";
const LIFETIME_SECONDS = 300;
/** Clocks of several machines may differ by this much. */
const TOLERANCE_SECONDS = 60;
const RANDOM_LENGTH = 22;

const nowSeconds = (): number => Math.floor(clock.now().getTime() / 1000);

/**
 * Creates a `c_nonce` (OpenID4VCI 1.0, 7.2): a time and a random text, signed. Nothing is stored until a credential was
 * issued for it.
 */
export function createNonce(): string {
  const subject = `${nowSeconds()}.${randomText(RANDOM_LENGTH)}`;
  return `${subject}.${createPurposeToken(PURPOSE, subject)}`;
}

/** True for a `c_nonce` of this installation from the last five minutes. */
export function isFreshNonce(nonce: string): boolean {
  const [seconds = "", random = "", signature = "", ...rest] = nonce.split(".");
  if (rest.length > 0 || !isPurposeToken(signature, PURPOSE, `${seconds}.${random}`)) return false;
  const age = nowSeconds() - Number(seconds);
  return age <= LIFETIME_SECONDS && age >= -TOLERANCE_SECONDS;
}
