import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { listAddress, verbQuery, type PageQuery } from "@/app/(console)/list-request";
import { EmptyState } from "@/components/ui/empty-state";
import { EmploymentList } from "@/components/earner/wallet/employment-list";
import { PageSteps } from "@/components/earner/wallet/page-steps";
import { promptEmployments } from "@/lib/workforce/employees/connection";
import { listEarnerEmployments } from "@/lib/workforce/employees/earner";
import { presentEarnerEmployment } from "@/lib/workforce/employees/serializer";
import { servedPages } from "@/lib/kernel/list/envelope";
import { signedInEarner } from "../../earner-caller";

const PATH = "/wallet/employers";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("wallet.employers"))("title") };
}

export default async function WalletEmployersPage({ searchParams }: { searchParams: PageQuery }) {
  const asked = await searchParams;
  const { earner } = await signedInEarner();
  // The e-mail of an invitation leads here, so invitations become requests even without a new sign-in.
  await promptEmployments(earner.userId);
  const list = listAddress(PATH, asked);
  const shown = await listEarnerEmployments(earner, readListInput(verbQuery(list, {})));
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
      <PageSteps list={list} page={shown.page} pages={servedPages(shown)} />
    </>
  );
}
