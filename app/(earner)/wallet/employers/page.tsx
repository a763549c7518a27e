import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { buildListAddress, serviceQuery, type PageQuery } from "@/app/(console)/list-request";
import { EmptyState } from "@/components/ui/list/empty-state";
import { EmploymentList } from "@/components/earner/wallet/employment-list";
import { PageLinks } from "@/components/earner/wallet/page-links";
import { promptEmployments } from "@/lib/workforce/employees/connection";
import { listEarnerEmployments } from "@/lib/workforce/employees/earner";
import { presentEarnerEmployment } from "@/lib/workforce/employees/serializer";
import { servedPageCount } from "@/lib/kernel/list/envelope";
import { requireEarner } from "../../earner-caller";

const PATH = "/wallet/employers";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("wallet.employers"))("title") };
}

export default async function WalletEmployersPage({ searchParams }: { searchParams: PageQuery }) {
  const query = await searchParams;
  const { earner } = await requireEarner();
  // The e-mail of an invitation leads here, so invitations become requests even without a new sign-in.
  await promptEmployments(earner.userId);
  const list = buildListAddress(PATH, query);
  const shown = await listEarnerEmployments(earner, readListInput(serviceQuery(list, {})));
  const t = await getTranslations("wallet.employers");
  return (
    <>
      <h1 className="font-heading mb-4 text-4xl leading-tight">{t("title")}</h1>
      <div className="mb-8 flex max-w-prose flex-col gap-2 text-ink-soft">
        <p>{t("intro")}</p>
        <p>{t("sees")}</p>
      </div>
      {shown.rows.length > 0 ? (
        <EmploymentList employments={shown.rows.map(presentEarnerEmployment)} />
      ) : (
        <EmptyState title={t("empty_title")}>{t("empty_text")}</EmptyState>
      )}
      <PageLinks list={list} page={shown.page} pages={servedPageCount(shown)} />
    </>
  );
}
