import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import {
  readChoice,
  buildListAddress,
  readSearchText,
  serviceQuery,
  type QueryParameters,
  type PageQuery,
} from "@/app/(console)/list-request";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/list/empty-state";
import type { ListAddress } from "@/components/ui/list/list-address";
import { EmployerRequests } from "@/components/earner/wallet/employer-requests";
import { BadgeFilter, SHOWN_STATES, VISIBILITIES } from "@/components/earner/wallet/badge-filter";
import { BadgeGallery } from "@/components/earner/wallet/badge-gallery";
import { BadgesHead } from "@/components/earner/wallet/badges-head";
import { ExpiringBadges } from "@/components/earner/wallet/expiring-badges";
import { EXPIRING_DAYS } from "@/components/earner/wallet/display-state";
import { PageLinks } from "@/components/earner/wallet/page-links";
import { PendingBadges } from "@/components/earner/wallet/pending-badges";
import { listPendingEmployments } from "@/lib/workforce/employees/earner";
import { presentEarnerEmployment } from "@/lib/workforce/employees/serializer";
import { listEarnerBadges, listExpiringBadges } from "@/lib/badges/issued/earner";
import { presentWalletBadge } from "@/lib/badges/issued/serializer";
import type { Earner } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { servedPageCount } from "@/lib/kernel/list/envelope";
import { requireEarner } from "../earner-caller";

const PER_PAGE = 24;
/** How many badges that expire soon are listed, those that expire first. */
const SHOWN_EXPIRING = 10;
const SORTS = ["issued_at", "badge_templates[name]"];
const DECLINED = new URLSearchParams({ filter: "state::rejected", per: "1" });
const PENDING = new URLSearchParams({ filter: "state::pending", sort: "-issued_at" });

/** The API filters of each state. Declined badges appear only when they are selected. */
const STATE_FILTERS: Record<string, Record<string, string>> = {
  "": { state: "accepted,revoked" },
  valid: { state: "accepted", valid: "true" },
  not_yet_valid: { state: "accepted", valid: "false", expired: "false" },
  expired: { state: "accepted", expired: "true" },
  revoked: { state: "revoked" },
  declined: { state: "rejected" },
};

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("wallet.badges"))("title") };
}

function readListAddress(asked: QueryParameters): ListAddress {
  const filters = {
    query: readSearchText(asked.query),
    state: readChoice(asked.state, SHOWN_STATES),
    visibility: readChoice(asked.visibility, VISIBILITIES),
  };
  return buildListAddress("/wallet", asked, { filters, sorts: SORTS });
}

function buildBadgeQuery(list: ListAddress): URLSearchParams {
  const { query = "", state = "", visibility = "" } = list.params;
  const filters = {
    ...STATE_FILTERS[state],
    public: visibility === "" ? "" : String(visibility === "public"),
    query,
  };
  const asked = serviceQuery(list, filters, PER_PAGE);
  if (!asked.has("sort")) asked.set("sort", "-issued_at");
  return asked;
}

function NoBadges() {
  const t = useTranslations("wallet.badges");
  return (
    <EmptyState
      title={t("empty_title")}
      action={<ButtonLink href="/wallet/account#emails">{t("empty_action")}</ButtonLink>}
    >
      {t("empty_text")}
    </EmptyState>
  );
}

function NoResults() {
  const t = useTranslations("wallet.badges");
  return (
    <EmptyState
      title={t("none_title")}
      action={
        <ButtonLink variant="secondary" href="/wallet">
          {t("none_action")}
        </ButtonLink>
      }
    >
      {t("none_text")}
    </EmptyState>
  );
}

type BadgeResultsProps = { shown: Awaited<ReturnType<typeof listEarnerBadges>>; isFiltered: boolean };

function BadgeResults({ shown: { rows, total }, isFiltered }: BadgeResultsProps) {
  if (rows.length === 0) return isFiltered ? <NoResults /> : null;
  return <BadgeGallery badges={rows.map(presentWalletBadge)} total={total} now={clock.now()} />;
}

/** Whether there are declined badges, which need the filter to be found even if the wallet is empty otherwise. */
const hasDeclined = async (earner: Earner): Promise<boolean> =>
  (await listEarnerBadges(earner, readListInput(DECLINED))).total > 0;

/** The earner's badges: pending ones first, then those that match the filter. */
export default async function WalletPage({ searchParams }: { searchParams: PageQuery }) {
  const asked = await searchParams;
  const { earner } = await requireEarner();
  const list = readListAddress(asked);
  const [requests, pending, expiring, shown] = await Promise.all([
    listPendingEmployments(earner),
    listEarnerBadges(earner, readListInput(PENDING)),
    listExpiringBadges(earner, EXPIRING_DAYS.soon, SHOWN_EXPIRING),
    listEarnerBadges(earner, readListInput(buildBadgeQuery(list))),
  ]);
  const { page, ...filters } = list.params;
  const isFiltered = page !== "1" || Object.values(filters).some((value) => value !== "");
  const isEmpty = shown.total === 0 && pending.total === 0 && !isFiltered;
  const hasFilter = shown.total > 0 || isFiltered || (isEmpty && (await hasDeclined(earner)));
  return (
    <>
      <BadgesHead current="/wallet" />
      <EmployerRequests employments={requests.map(presentEarnerEmployment)} />
      {pending.total > 0 ? (
        <PendingBadges badges={pending.rows.map(presentWalletBadge)} total={pending.total} />
      ) : null}
      <ExpiringBadges badges={expiring.map(presentWalletBadge)} now={clock.now()} />
      {hasFilter ? <BadgeFilter params={filters} /> : null}
      {isEmpty ? <NoBadges /> : null}
      <BadgeResults shown={shown} isFiltered={isFiltered} />
      <PageLinks list={list} page={shown.page} pages={servedPageCount(shown)} />
    </>
  );
}
