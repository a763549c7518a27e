import { withAuditEntry } from "@/lib/access/audit/service";
import { isStillAllowed } from "@/lib/accounts/authentication/author-rights";
import type { Access, Author, Caller, Earner } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { forbidden, notFound, unprocessable } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { MAX_VIEWS, VIEW_LISTS, type ViewList } from "./choices";
import {
  countViews,
  deleteViewRecord,
  findView,
  findViews,
  insertView,
  lockViews,
  saveView,
} from "./queries";
import type { SavedViewChange, SavedViewInput } from "./schema";
import { viewList, type SavedViewRow } from "./serializer";

/** Lists the views of a list that a member sees: their own, and those shared with the organization. */
export const listSavedViews = ({ organizationId, actor }: Caller, list: ViewList): Promise<SavedViewRow[]> =>
  actor.type === "User" ? findViews(organizationId, actor.id, list) : Promise.resolve([]);

type Target = { organizationId: string; list: ViewList };

const isAllowed = ({ actor }: Earner, { organizationId, list }: Target, kind: keyof Access) =>
  isStillAllowed({ organizationId, actor }, VIEW_LISTS[list], kind);

/** Throws 404 unless the person may read the list. For a shared view also 403 unless they may change what it lists. */
async function requireAccess(earner: Earner, target: Target, isShared: boolean): Promise<void> {
  if (!(await isAllowed(earner, target, "read"))) throw notFound();
  if (isShared && !(await isAllowed(earner, target, "write")))
    throw forbidden("Your role does not allow you to change shared views.");
}

/** Throws 422 when there are too many views already. Requests at once wait for each other until the transaction ends. */
async function requireRoom({ organizationId, list }: Target, userId: string | null): Promise<void> {
  await lockViews(organizationId, list, userId);
  if ((await countViews(organizationId, list, userId)) < MAX_VIEWS) return;
  const owner = userId === null ? "Your organization" : "You";
  const verb = userId === null ? "has" : "have";
  const message = `${owner} already ${verb} ${MAX_VIEWS} views of this list. Delete one that is no longer needed.`;
  throw unprocessable("too_many_views", message);
}

/** Runs a change in one transaction. A view that others see leaves an audit entry. */
const withEntry = <Result>(
  author: Author,
  action: string,
  id: string,
  isShared: boolean,
  work: () => Promise<Result>,
): Promise<Result> => (isShared ? withAuditEntry(author, action, id, work) : transaction(work));

/**
 * Saves a view of a list, for the person or for all members of the organization. Throws 404 for a list that they may not
 * read, 403 for a shared view of what they may not change, 422 for more than 50 views.
 */
export async function createSavedView(earner: Earner, body: SavedViewInput): Promise<SavedViewRow> {
  const { organization_id: organizationId, list, name, parameters, is_shared: isShared = false } = body;
  const target = { organizationId, list };
  await requireAccess(earner, target, isShared);
  const userId = isShared ? null : earner.userId;
  const [id, now] = [newId(), clock.now()];
  return withEntry({ organizationId, actor: earner.actor }, "saved_view.create", id, isShared, async () => {
    await requireRoom(target, userId);
    return insertView({ ...target, id, userId, name, parameters, createdAt: now, updatedAt: now });
  });
}

/** Returns a view that the person may change. Throws 404 and 403 as `createSavedView` does. */
async function getChangeableView(earner: Earner, id: string, becomesShared = false): Promise<SavedViewRow> {
  const view = await findView(earner.userId, id);
  if (!view) throw notFound();
  const target = { organizationId: view.organizationId, list: viewList(view) };
  await requireAccess(earner, target, view.userId === null || becomesShared);
  return view;
}

/**
 * Renames a view, replaces its parameters, shares it, or makes a shared one the person's own. Throws as
 * `createSavedView` does.
 */
export async function updateSavedView(
  earner: Earner,
  viewId: string,
  { is_shared: isShared, name, parameters }: SavedViewChange,
): Promise<SavedViewRow> {
  const view = await getChangeableView(earner, viewId, isShared);
  const wasShared = view.userId === null;
  const isMoved = isShared !== undefined && isShared !== wasShared;
  const userId = isMoved ? (isShared ? null : earner.userId) : view.userId;
  const author = { organizationId: view.organizationId, actor: earner.actor };
  return withEntry(author, "saved_view.update", view.id, wasShared || userId === null, async () => {
    if (isMoved) await requireRoom({ organizationId: view.organizationId, list: viewList(view) }, userId);
    const saved = await saveView(view, {
      ...(name === undefined ? {} : { name }),
      ...(parameters === undefined ? {} : { parameters }),
      userId,
      updatedAt: clock.now(),
    });
    if (!saved) throw notFound();
    return saved;
  });
}

/** Deletes a view. Throws 404 and 403 as `createSavedView` does. */
export async function deleteSavedView(earner: Earner, viewId: string): Promise<void> {
  const view = await getChangeableView(earner, viewId);
  const author = { organizationId: view.organizationId, actor: earner.actor };
  await withEntry(author, "saved_view.delete", view.id, view.userId === null, () => deleteViewRecord(view));
}
