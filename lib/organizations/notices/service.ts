import type { Earner } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { notFound, unprocessable } from "@/lib/kernel/errors";
import { parseFilter } from "@/lib/kernel/list/filter";
import { listKeys } from "@/lib/kernel/list/keys";
import type { ListInput } from "@/lib/kernel/list/list-input";
import type { Page } from "@/lib/kernel/list/page";
import { parseSort } from "@/lib/kernel/list/sort";
import { MAX_COUNTED, NOTICE_KIND_NAMES, NOTICE_KINDS, NOTICES_KEPT_DAYS, type NoticeKind } from "./choices";
import {
  countUnread,
  deleteNoticesBefore,
  deleteOwnNotices,
  filters,
  findChoices,
  findMemberships,
  findNotice,
  findNoticePage,
  moveOwnNotices,
  saveChoices,
  saveReadState,
} from "./queries";
import { rolesOfKind } from "./record";
import type { NoticeChange, NoticeSettingsInput } from "./schema";
import type { NoticeRow, SettingRow } from "./serializer";

const DAY_MS = 86_400_000;

export const noticeListKeys = listKeys(filters, {});

/**
 * The notices that a person sees: about their account, and about organizations where their role still has the right to act.
 * An organization shows none to a session that must not use the membership (`findMembershipBarrier`).
 */
function visibleNotices({ userId, barredOrganizationIds: barred = [] }: Earner) {
  const organizationId = { notIn: [...barred] };
  const ofKind = (kind: NoticeKind) =>
    NOTICE_KINDS[kind] === null
      ? { kind, organizationId: null }
      : { kind, membership: { organizationId, role: { in: rolesOfKind(kind) } } };
  return { userId, isShown: true, OR: NOTICE_KIND_NAMES.map(ofKind) };
}

/** Lists the notices that the person sees, the newest first. Filter `read` for those that were read or not. */
export function listNotices(earner: Earner, input: ListInput): Promise<Page<NoticeRow>> {
  parseSort(input.sort, {}, []);
  return findNoticePage({ AND: [visibleNotices(earner), ...parseFilter(input.filter, filters)] }, input.page);
}

/** Counts the unread notices that the person sees, up to one more than the bell shows. */
export const countUnreadNotices = (earner: Earner): Promise<number> =>
  countUnread(visibleNotices(earner), MAX_COUNTED + 1);

/** Marks a notice as read or unread. Throws 404 for one that the person does not see. */
export async function updateNotice(earner: Earner, id: string, body: NoticeChange): Promise<NoticeRow> {
  const where = { AND: [{ id }, visibleNotices(earner)] };
  await saveReadState(where, body.is_read ? clock.now() : null);
  const row = await findNotice(where);
  if (!row) throw notFound();
  return row;
}

/** Marks all notices that the person sees as read. Returns how many were unread. */
export const markNoticesRead = async (earner: Earner): Promise<number> =>
  saveReadState(visibleNotices(earner), clock.now());

/** Lists what the person gets: for each organization the kinds that their role gets, then those about their account. */
export async function getNoticeSettings({ userId }: Earner): Promise<SettingRow[]> {
  const [memberships, choices] = await Promise.all([findMemberships(userId), findChoices(userId)]);
  const toRow = (organization: SettingRow["organization"], kind: NoticeKind): SettingRow => {
    const chosen = choices.find(
      (choice) => choice.kind === kind && choice.organizationId === (organization?.id ?? null),
    );
    return { organization, kind, mail: chosen?.mail ?? true, console: chosen?.console ?? true };
  };
  const ofOrganizations = memberships.flatMap(({ role, organization }) =>
    NOTICE_KIND_NAMES.filter((kind) => rolesOfKind(kind).includes(role)).map((kind) =>
      toRow(organization, kind),
    ),
  );
  const ofAccount = NOTICE_KIND_NAMES.filter((kind) => NOTICE_KINDS[kind] === null);
  return memberships.length === 0 ? [] : [...ofOrganizations, ...ofAccount.map((kind) => toRow(null, kind))];
}

/**
 * Turns notices on or off, for the mails and the console. Settings that are not named stay as they are. Throws 422 for a
 * setting that the person does not have, and then changes nothing.
 */
export function updateNoticeSettings(
  earner: Earner,
  { settings }: NoticeSettingsInput,
): Promise<SettingRow[]> {
  return transaction(async () => {
    const known = await getNoticeSettings(earner);
    const keyOf = (organizationId: string | null, kind: string) => `${organizationId} ${kind}`;
    const keys = new Set(known.map(({ organization, kind }) => keyOf(organization?.id ?? null, kind)));
    // The last one counts when a setting is named twice.
    const wanted = new Map(
      settings.map((setting) => [keyOf(setting.organization_id, setting.kind), setting]),
    );
    if ([...wanted.keys()].some((key) => !keys.has(key)))
      throw unprocessable("unknown_setting", "You do not get notices of this kind about this organization.");
    await saveChoices(earner.userId, [...wanted.values()]);
    return getNoticeSettings(earner);
  });
}

/** Deletes notices that are older than 90 days, at most `limit`. Returns true when more may be left. */
export async function deleteOldNotices(limit: number): Promise<boolean> {
  const before = new Date(clock.now().getTime() - NOTICES_KEPT_DAYS * DAY_MS);
  return (await deleteNoticesBefore(before, limit)) === limit;
}

/** Deletes the notices and choices of an account that is being deleted. */
export const deleteNotices = deleteOwnNotices;

/** Moves notices and choices to the account that this one is merged into. Its memberships must have been moved. */
export const moveNotices = moveOwnNotices;
