import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { buildListAddress, serviceQuery, type PageQuery } from "@/app/(console)/list-request";
import { EmptyState } from "@/components/ui/empty-state";
import { ApplicationList } from "@/components/earner/wallet/application-list";
import { PageLinks } from "@/components/earner/wallet/page-links";
import { presentConnection } from "@/lib/access/connected-applications/serializer";
import { listConnectedApplications } from "@/lib/access/connected-applications/service";
import { servedPageCount } from "@/lib/kernel/list/envelope";
import { requireEarner } from "../../earner-caller";

const PATH = "/wallet/applications";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("wallet.applications"))("title") };
}

export default async function WalletApplicationsPage({ searchParams }: { searchParams: PageQuery }) {
  const query = await searchParams;
  const { earner } = await requireEarner();
  const list = buildListAddress(PATH, query);
  const shown = await listConnectedApplications(earner, readListInput(serviceQuery(list, {})));
  const t = await getTranslations("wallet.applications");
  return (
    <>
      <h1 className="font-heading mb-4 text-4xl leading-tight">{t("title")}</h1>
      {shown.rows.length > 0 ? (
        <>
          <p className="mb-6 max-w-prose text-ink-soft">{t("intro")}</p>
          <ApplicationList applications={shown.rows.map(presentConnection)} />
        </>
      ) : (
        <EmptyState title={t("empty_title")}>{t("empty_text")}</EmptyState>
      )}
      <PageLinks list={list} page={shown.page} pages={servedPageCount(shown)} />
    </>
  );
}
