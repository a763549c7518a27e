import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { buildListAddress, serviceQuery, type PageQuery } from "@/app/(console)/list-request";
import { EmptyState } from "@/components/ui/list/empty-state";
import { ApplicationList, WalletApplicationList } from "@/components/earner/wallet/application-list";
import { PageLinks } from "@/components/earner/wallet/page-links";
import { presentConnection } from "@/lib/applications/connected-applications/serializer";
import { listConnectedApplications } from "@/lib/applications/connected-applications/service";
import { presentWalletApplication } from "@/lib/applications/wallet-applications/serializer";
import { listWalletApplications } from "@/lib/applications/wallet-applications/service";
import { servedPageCount } from "@/lib/kernel/list/envelope";
import { requireEarner } from "../../earner-caller";

const PATH = "/wallet/applications";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("wallet.applications"))("title") };
}

/** Both kinds of applications, each in its own list. The pages of both are turned together, because few people have any. */
export default async function WalletApplicationsPage({ searchParams }: { searchParams: PageQuery }) {
  const query = await searchParams;
  const { earner } = await requireEarner();
  const list = buildListAddress(PATH, query);
  const input = readListInput(serviceQuery(list, {}));
  const [connected, allowed, t] = [
    await listConnectedApplications(earner, input),
    await listWalletApplications(earner, input),
    await getTranslations("wallet.applications"),
  ];
  const longer = servedPageCount(connected) > servedPageCount(allowed) ? connected : allowed;
  return (
    <>
      <h1 className="font-heading mb-4 text-4xl leading-tight">{t("title")}</h1>
      {allowed.rows.length > 0 ? (
        <section className="mb-10">
          <h2 className="mb-4 font-semibold">{t("wallet_title")}</h2>
          <WalletApplicationList applications={allowed.rows.map(presentWalletApplication)} />
        </section>
      ) : null}
      {connected.rows.length > 0 ? (
        <section>
          <h2 className="font-semibold">{t("public_title")}</h2>
          <p className="mt-1 mb-4 max-w-prose text-ink-soft">{t("intro")}</p>
          <ApplicationList applications={connected.rows.map(presentConnection)} />
        </section>
      ) : null}
      {allowed.rows.length + connected.rows.length === 0 ? (
        <EmptyState title={t("empty_title")}>{t("empty_text")}</EmptyState>
      ) : null}
      <PageLinks list={list} page={longer.page} pages={servedPageCount(longer)} />
    </>
  );
}
