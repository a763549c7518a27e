import { ApiError, unprocessable } from "@/lib/kernel/errors";
import { joinNames } from "@/lib/kernel/names";
import { loadTranslator } from "@/lib/platform/languages/translator";
import { passwordFaultCode, parsePasswordFaultCode, type PasswordFault } from "./choices";
import { findPersonalTexts } from "./queries";

const ERROR_CODE = "weak_password";

/**
 * Lists the names, addresses and organizations of a person, which others guess first and the password must not be
 * based on.
 */
export async function listPersonalTexts(userId: string): Promise<string[]> {
  const row = await findPersonalTexts(userId);
  if (!row) return [];
  const { firstName, middleName, lastName, currentOrganizationName } = row;
  const organizations = [...row.memberships, ...row.employments].map(({ organization }) => organization.name);
  const texts = [joinNames(firstName, lastName), middleName, currentOrganizationName];
  return [...texts, ...row.emails.map(({ email }) => email), ...organizations].filter(
    (text) => text !== null && text !== "",
  ) as string[];
}

/**
 * Throws 422 for a new password that is too easy to guess for an attacker who knows `texts` of its owner. It takes up
 * to 70 ms of processor time: call it only for a person who may choose a password.
 */
export async function requireStrongPassword(password: string, texts: readonly string[]): Promise<void> {
  // The dictionaries take 30 MB, so they are loaded only when needed.
  const { ratePassword: judgePassword } = await import("./password-strength");
  const { strength, fault } = judgePassword(password, texts);
  if (fault === null) return;
  const { t } = await loadTranslator("en", "password");
  const message = `${t(`strengths.${strength}`)}. ${t(`faults.${fault}`)}`;
  throw unprocessable(ERROR_CODE, message, [{ field: "password", code: passwordFaultCode(fault), message }]);
}

/** Returns why `requireStrongPassword` refused a password. Null for any other error. */
export const passwordFaultFromError = (error: unknown): PasswordFault | null =>
  (error instanceof ApiError && error.errors.map(({ code }) => parsePasswordFaultCode(code)).find(Boolean)) ||
  null;
