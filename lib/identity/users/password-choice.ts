import { ApiError, unprocessable } from "@/lib/kernel/errors";
import { translatorOf } from "@/lib/delivery/languages/translator";
import { codeOfFault, faultOfCode, type PasswordFault } from "./choices";
import { findPersonalTexts } from "./queries";

const CODE = "weak_password";

/** Names, addresses and organizations of a person: what others try first, and what their password must do without. */
export async function personalTexts(userId: string): Promise<string[]> {
  const row = await findPersonalTexts(userId);
  if (!row) return [];
  const { firstName, middleName, lastName, currentOrganizationName } = row;
  const organizations = [...row.memberships, ...row.employments].map(({ organization }) => organization.name);
  const texts = [`${firstName} ${lastName}`.trim(), middleName, currentOrganizationName];
  return [...texts, ...row.emails.map(({ email }) => email), ...organizations].filter(
    (text) => text !== null && text !== "",
  ) as string[];
}

/**
 * Refuses a new password that is too easy to guess for somebody who knows `texts` of its person: 422. Judging takes up
 * to 70 ms of the processor: call it only for somebody who has proved to be allowed to choose a password.
 */
export async function checkNewPassword(password: string, texts: readonly string[]): Promise<void> {
  // The dictionaries take 30 MB: only processes that are asked have them.
  const { judgePassword } = await import("./password-strength");
  const { strength, fault } = judgePassword(password, texts);
  if (fault === null) return;
  const { t } = await translatorOf("en", "password");
  const message = `${t(`strengths.${strength}`)}. ${t(`faults.${fault}`)}`;
  throw unprocessable(CODE, message, [{ field: "password", code: codeOfFault(fault), message }]);
}

/** Why `checkNewPassword` refused a password; null for any other error. */
export const passwordFaultOf = (error: unknown): PasswordFault | null =>
  (error instanceof ApiError && error.errors.map(({ code }) => faultOfCode(code)).find(Boolean)) || null;
