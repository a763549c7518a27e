import type { Earner } from "@/lib/access/callers/caller";
import { notFound } from "@/lib/kernel/errors";
import type { ListInput } from "@/lib/kernel/list/list-input";
import type { Page } from "@/lib/kernel/list/page";
import { findPerson } from "@/lib/identity/users/service";
import { listAccountSessions } from "@/lib/identity/users/sessions";
import type { ListedSession } from "./serializer";

/** Lists the sessions of the signed-in person that can still be used, the newest use first. */
export async function listSessions(
  { userId, session }: Earner,
  { page }: Pick<ListInput, "page">,
): Promise<Page<ListedSession>> {
  const person = await findPerson(userId);
  if (!person) throw notFound();
  const found = await listAccountSessions(person, page);
  return { ...found, rows: found.rows.map((row) => ({ ...row, isCurrent: row.id === session?.id })) };
}
