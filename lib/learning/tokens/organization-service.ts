import { audited } from "@/lib/access/audit/service";
import type { Caller } from "@/lib/access/callers/caller";
import { notFound } from "@/lib/kernel/errors";
import { parsePage, type Page } from "@/lib/kernel/list/page";
import { getApp } from "@/lib/learning/apps/service";
import { deleteProgramToken, findProgramTokens } from "./organization-queries";
import type { AppTokenRow } from "./serializer";

type Target = { params: Record<string, string> };

/**
 * The tokens that programs hold of a learning app, newest first: its owner's and those of integrations, as long as they
 * open something. Learners' tokens are not listed. 404 for an app that the organization does not have.
 */
export async function listAppTokens(
  caller: Caller,
  { query, ...target }: Target & { query: URLSearchParams },
): Promise<Page<AppTokenRow>> {
  const app = await getApp(caller, target);
  return findProgramTokens(caller.organizationId, app.id, parsePage(query));
}

/** Revokes a token of an app, which ends at once. 404 for one that the app does not have. */
export async function revokeAppToken(caller: Caller, { params }: Target): Promise<void> {
  const { learning_app_id: appId = "", learning_token_id: id = "" } = params;
  await audited(caller, "learning_token.revoke", id, async () => {
    const { count } = await deleteProgramToken(caller.organizationId, appId, id);
    if (count === 0) throw notFound();
  });
}
