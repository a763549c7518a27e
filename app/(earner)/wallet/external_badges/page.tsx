import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { buildListAddress, serviceQuery, type PageQuery } from "@/app/(console)/list-request";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/list/empty-state";
import { BadgesHead } from "@/components/earner/wallet/badges-head";
import { ExternalList } from "@/components/earner/wallet/external-list";
import { PageLinks } from "@/components/earner/wallet/page-links";
import { presentEarnerExternalBadge } from "@/lib/credentials/external-badges/serializer";
import { listExternalBadges } from "@/lib/credentials/external-badges/service";
import { servedPageCount } from "@/lib/kernel/list/envelope";
import { requireEarner } from "../../earner-caller";

const PATH = "/wallet/external_badges";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("wallet.badges"))("tab_external") };
}

export default async function ExternalBadgesPage({ searchParams }: { searchParams: PageQuery }) {
  const query = await searchParams;
  const { earner } = await requireEarner();
  const list = buildListAddress(PATH, query);
  const shown = await listExternalBadges(earner, readListInput(serviceQuery(list, {})));
  const t = await getTranslations("wallet.external");
  const add = <ButtonLink href={`${PATH}/new`}>{t("add")}</ButtonLink>;
  return (
    <>
      <BadgesHead current={PATH} />
      {shown.rows.length > 0 ? (
        <>
          <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
            <p className="max-w-prose text-ink-soft">{t("intro")}</p>
            {add}
          </div>
          <ExternalList badges={shown.rows.map(presentEarnerExternalBadge)} />
        </>
      ) : (
        <EmptyState title={t("empty_title")} action={add}>
          {t("empty_text")}
        </EmptyState>
      )}
      <PageLinks list={list} page={shown.page} pages={servedPageCount(shown)} />
    </>
  );
}
