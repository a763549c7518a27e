import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { listAddress, verbQuery, type PageQuery } from "@/app/(console)/list-request";
import { EmptyState } from "@/components/ui/empty-state";
import { ApplicationList } from "@/components/earner/wallet/application-list";
import { PageSteps } from "@/components/earner/wallet/page-steps";
import { presentConnection } from "@/lib/access/connected-applications/serializer";
import { listConnectedApplications } from "@/lib/access/connected-applications/service";
import { servedPages } from "@/lib/kernel/list/envelope";
import { signedInEarner } from "../../earner-caller";

const PATH = "/wallet/applications";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("wallet.applications"))("title") };
}

export default async function WalletApplicationsPage({ searchParams }: { searchParams: PageQuery }) {
  const asked = await searchParams;
  const { earner } = await signedInEarner();
  const list = listAddress(PATH, asked);
  const shown = await listConnectedApplications(earner, readListInput(verbQuery(list, {})));
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
      <PageSteps list={list} page={shown.page} pages={servedPages(shown)} />
    </>
  );
}
