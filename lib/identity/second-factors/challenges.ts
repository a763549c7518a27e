import { clock } from "@/lib/kernel/clock";
import { createPurposeToken, digest, isPurposeToken, randomText } from "@/lib/kernel/secrets";
import { deleteUsedChallenges, insertUsedChallenge } from "./queries";

const LIFETIME_MS = 5 * 60_000;
const PURPOSE = "passkey-challenge";
const PATTERN = /^(\w{22})\.(\d{13})\.([\w-]{43})$/;

/**
 * What the answer to a challenge is for: to add a passkey to an account, to sign in with a passkey alone, to finish a
 * sign-in to an account, or to prove who uses a session. `subject` is the account or session; empty for the sign-in
 * with a passkey alone.
 */
export type ChallengePurpose = {
  use: "add" | "sign-in" | "second-step" | "proof";
  subject: string;
};

const signedText = ({ use, subject }: ChallengePurpose, nonce: string, expiresAt: string): string =>
  `${use}:${subject}:${nonce}:${expiresAt}`;

/**
 * Creates a challenge for a passkey, valid for five minutes and for one purpose. It is signed, not stored, so that
 * strangers who request challenges fill no table.
 */
export function createChallenge(purpose: ChallengePurpose): Buffer<ArrayBuffer> {
  const [nonce, expiresAt] = [randomText(22), String(clock.now().getTime() + LIFETIME_MS)];
  const proof = createPurposeToken(PURPOSE, signedText(purpose, nonce, expiresAt));
  return Buffer.from(`${nonce}.${expiresAt}.${proof}`);
}

/** Whether this is an unexpired challenge of ours for this purpose, as it is in the browser's answer: in base64url. */
export function isChallenge(encoded: string, purpose: ChallengePurpose): boolean {
  const [, nonce = "", expiresAt = "", proof = ""] =
    PATTERN.exec(Buffer.from(encoded, "base64url").toString()) ?? [];
  return (
    Number(expiresAt) > clock.now().getTime() &&
    isPurposeToken(proof, PURPOSE, signedText(purpose, nonce, expiresAt))
  );
}

/** Marks a challenge as answered. Returns false when it was answered before, so that no answer is accepted twice. */
export const useChallenge = (encoded: string): Promise<boolean> =>
  insertUsedChallenge(digest(encoded), new Date(clock.now().getTime() + LIFETIME_MS));

/** Deletes the records of answered challenges that have expired. Returns how many. */
export const deletePastChallenges = (): Promise<number> => deleteUsedChallenges(clock.now());
