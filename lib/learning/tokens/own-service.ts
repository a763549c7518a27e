import { recordActivity } from "@/lib/access/account-activity/service";
import type { Earner } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { notFound } from "@/lib/kernel/errors";
import type { ListInput } from "@/lib/kernel/list/list-input";
import type { Page } from "@/lib/kernel/list/page";
import { deleteOwnTokens, findOwnTokens } from "./own-queries";
import type { OwnTokenRow } from "./serializer";

/** Lists the valid tokens of the learning edition that act for the signed-in person, the newest first. */
export const listOwnTokens = (
  { userId }: Earner,
  { page }: Pick<ListInput, "page">,
): Promise<Page<OwnTokenRow>> => findOwnTokens(userId, clock.now(), page);

/** Ends one token of the signed-in person. Throws 404 when they have no such token. */
export async function endOwnToken({ userId }: Earner, tokenId: string): Promise<void> {
  await transaction(async () => {
    const { count } = await deleteOwnTokens(userId, tokenId);
    if (count === 0) throw notFound();
    await recordActivity(userId, "session_ended");
  });
}

/** Ends all tokens of the learning edition that act for the signed-in person. */
export async function endOwnTokens({ userId }: Earner): Promise<void> {
  await transaction(async () => {
    const { count } = await deleteOwnTokens(userId);
    if (count > 0) await recordActivity(userId, "session_ended");
  });
}
