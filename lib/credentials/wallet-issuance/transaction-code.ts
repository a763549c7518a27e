import { createPurposeToken, isPurposeToken } from "@/lib/kernel/secrets";

/** Digits of a transaction code. */
export const TRANSACTION_CODE_LENGTH = 6;

const PURPOSE = "wallet-transaction-code";
const subject = (offerId: string, code: string): string => `${offerId}:${code}`;

/** Signs the transaction code of an offer, to store it: without the key of the installation, it cannot be found out. */
export const signTransactionCode = (offerId: string, code: string): string =>
  createPurposeToken(PURPOSE, subject(offerId, code));

/** Compares a transaction code with the signed one of an offer, in constant time. */
export const isTransactionCode = (signed: string, offerId: string, code: string): boolean =>
  isPurposeToken(signed, PURPOSE, subject(offerId, code));
