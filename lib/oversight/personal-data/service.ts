import { listEmails } from "@/lib/accounts/accounts/emails";
import { getMe } from "@/lib/accounts/accounts/service";
import { listConnectedApplications } from "@/lib/applications/connected-applications/service";
import { listWalletApplications } from "@/lib/applications/wallet-applications/service";
import { listExternalBadges } from "@/lib/credentials/external-badges/service";
import { listCollections } from "@/lib/badges/collections/service";
import { listEarnerBadges } from "@/lib/badges/issued/earner";
import { listCredentials } from "@/lib/credentials/signed-credentials/service";
import { listEarnerCopies } from "@/lib/credentials/wallet-issuance/service";
import type { Earner } from "@/lib/access/callers/caller";
import type { ListInput } from "@/lib/kernel/list/list-input";
import { MAX_EXPORTED_ROWS, exportPage, type Page } from "@/lib/kernel/list/page";
import { listOwnMemberships } from "@/lib/accounts/memberships/service";
import { getSecondFactors } from "@/lib/identity/second-factors/service";
import type { ListedSession } from "@/lib/accounts/sessions/serializer";
import { getNoticeSettings, listNotices } from "@/lib/organizations/notices/service";
import { findPerson } from "@/lib/identity/users/service";
import { listAccountSessions } from "@/lib/identity/users/sessions";
import { listOwnTokens } from "@/lib/learning/tokens/own-service";
import { findEmployments, findFormerAddresses, findSavedViews } from "./queries";
import type { PersonalDataRow } from "./serializer";

type ListFunction<Row> = (earner: Earner, input: ListInput) => Promise<Page<Row>>;

/** Reads a list of the person from its first row, at most `EXPORTED_ROWS` rows, page by page. */
async function listAll<Row>(earner: Earner, list: ListFunction<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let number = 1; ; number += 1) {
    const page = await list(earner, { filter: [], sort: null, page: exportPage(number) });
    rows.push(...page.rows);
    if (page.rows.length < page.per || rows.length >= MAX_EXPORTED_ROWS)
      return rows.slice(0, MAX_EXPORTED_ROWS);
  }
}

/** Lists the sessions of the person that can still be used. */
async function listOwnSessions({ userId, session }: Earner): Promise<ListedSession[]> {
  const person = await findPerson(userId);
  if (!person) return [];
  const { rows } = await listAccountSessions(person, exportPage(1));
  return rows.map((row) => ({ ...row, isCurrent: row.id === session?.id }));
}

/** Returns all data of the signed-in person's account: the newest 10,000 rows of each kind. */
export async function exportPersonalData(earner: Earner): Promise<PersonalDataRow> {
  const badges = await listAll(earner, listEarnerBadges);
  return {
    me: await getMe(earner),
    formerAddresses: await findFormerAddresses(earner.userId, MAX_EXPORTED_ROWS),
    emails: await listAll(earner, listEmails),
    badges,
    credentials: await listCredentials(
      badges.filter(({ state }) => state === "accepted").map(({ id }) => id),
    ),
    walletCopies: await listEarnerCopies(earner, MAX_EXPORTED_ROWS),
    collections: await listAll(earner, listCollections),
    externalBadges: await listAll(earner, listExternalBadges),
    employments: await findEmployments(earner.userId, MAX_EXPORTED_ROWS),
    connections: await listAll(earner, listConnectedApplications),
    walletApplications: await listAll(earner, listWalletApplications),
    memberships: await listAll(earner, listOwnMemberships),
    savedViews: await findSavedViews(earner.userId, MAX_EXPORTED_ROWS),
    notices: await listAll(earner, listNotices),
    noticeSettings: await getNoticeSettings(earner),
    factors: await getSecondFactors(earner),
    sessions: await listOwnSessions(earner),
    learningTokens: await listAll(earner, listOwnTokens),
  };
}
