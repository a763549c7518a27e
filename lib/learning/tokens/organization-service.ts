import type { ListInput } from "@/lib/kernel/list/list-input";
import { withAuditEntry } from "@/lib/access/audit/service";
import type { Caller } from "@/lib/access/callers/caller";
import { notFound } from "@/lib/kernel/errors";
import type { Page } from "@/lib/kernel/list/page";
import { getApp } from "@/lib/learning/apps/service";
import { deleteProgramToken, findProgramTokens } from "./organization-queries";
import type { AppTokenRow } from "./serializer";

/**
 * Lists the valid tokens of a learning app that programs use, newest first: its owner's and those of integrations.
 * Learners' tokens are not listed. 404 when the organization does not have the app.
 */
export async function listAppTokens(
  caller: Caller,
  appId: string,
  input: ListInput,
): Promise<Page<AppTokenRow>> {
  const app = await getApp(caller, appId);
  return findProgramTokens(caller.organizationId, app.id, input.page);
}

/** Revokes a token of an app at once. 404 when the app does not have it. */
export async function revokeAppToken(caller: Caller, appId: string, tokenId: string): Promise<void> {
  await withAuditEntry(caller, "learning_token.revoke", tokenId, async () => {
    const { count } = await deleteProgramToken(caller.organizationId, appId, tokenId);
    if (count === 0) throw notFound();
  });
}
