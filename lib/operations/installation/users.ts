import { getPasswordResetLink, requestPasswordReset } from "@/lib/accounts/accounts/password-resets";
import { endSessions } from "@/lib/accounts/accounts/service";
import { buildAuditEntry, insertNewAuditEntries } from "@/lib/access/audit/service";
import { transaction } from "@/lib/kernel/db";
import { resetSecondFactors } from "@/lib/identity/second-factors/service";
import {
  presentAccount,
  presentAccountDetail,
  type Account,
  type AccountDetail,
} from "@/lib/identity/users/serializer";
import type { AccountDetailRow } from "@/lib/identity/users/serializer";
import { getAccountByKey, listAccounts } from "@/lib/identity/users/service";
import { pageMetadata, type ListResult } from "./list-result";
import { buildOperatorCaller } from "./operator";

/** Lists the accounts of the installation, oldest first; `query` is the beginning of one of their addresses. */
export async function listUsers(given: {
  query?: string | undefined;
  page: number;
}): Promise<ListResult<Account>> {
  const page = await listAccounts(given);
  return { items: page.rows.map(presentAccount), ...pageMetadata(page) };
}

/** Shows an account, by its id or one of its addresses. 404 for an unknown one. */
export const showUser = async (key: string): Promise<AccountDetail> =>
  presentAccountDetail(await getAccountByKey(key));

/** Records an action of the operator in the audit log of each of the person's organizations. */
const recordForOrganizations = (action: string, { id, memberships }: AccountDetailRow): Promise<void> =>
  insertNewAuditEntries(
    memberships.map(({ organization }) => buildAuditEntry(buildOperatorCaller(organization.id), action, id)),
  );

type PasswordReset = { user_id: string; email: string; password_link: string | null };

/**
 * Creates a link with which the person can choose a new password, once and within two hours. With `mail` the link is
 * mailed to their address and not shown. Nothing changes until it is used. 404 for an unknown account.
 */
export function resetUserPassword(key: string, { mail }: { mail: boolean }): Promise<PasswordReset> {
  return transaction(async () => {
    const account = await getAccountByKey(key);
    const { email, link } = await getPasswordResetLink(account.id);
    if (mail) await requestPasswordReset(email);
    await recordForOrganizations("member.reset_password", account);
    return { user_id: account.id, email, password_link: mail ? null : link };
  });
}

/** Ends every session of an account. 404 for an unknown one. */
export function signOutUser(key: string): Promise<{ user_id: string }> {
  return transaction(async () => {
    const account = await getAccountByKey(key);
    await endSessions({ userId: account.id });
    await recordForOrganizations("member.sign_out", account);
    return { user_id: account.id };
  });
}

/** Removes every second factor of a person who has lost them, and ends their sessions. 404 for an unknown account. */
export function resetUserSecondFactor(key: string): Promise<{ user_id: string }> {
  return transaction(async () => {
    const account = await getAccountByKey(key);
    await resetSecondFactors(account.id);
    await endSessions({ userId: account.id });
    await recordForOrganizations("member.reset_second_factor", account);
    return { user_id: account.id };
  });
}
