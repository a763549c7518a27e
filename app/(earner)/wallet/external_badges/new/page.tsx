import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import Link from "next/link";
import { readChoice, type PageQuery } from "@/app/(console)/list-request";
import { PageTabs } from "@/components/ui/page/page-tabs";
import { ExternalByAddress, ExternalByFile, ExternalByHand } from "@/components/earner/wallet/external-form";
import { requireEarner } from "../../../earner-caller";

const PATH = "/wallet/external_badges/new";
const FORMS = { url: ExternalByAddress, file: ExternalByFile, typed: ExternalByHand };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("wallet.external"))("add_title") };
}

/** Three forms to add a badge, each with its own address. */
export default async function NewExternalBadgePage({ searchParams }: { searchParams: PageQuery }) {
  const query = await searchParams;
  await requireEarner();
  const t = await getTranslations("wallet.external");
  const method = readChoice(query.way, ["file", "typed"]);
  const tabs = [
    { href: PATH, label: t("way_url") },
    { href: `${PATH}?way=file`, label: t("way_file") },
    { href: `${PATH}?way=typed`, label: t("way_typed") },
  ];
  const Form = FORMS[method === "file" || method === "typed" ? method : "url"];
  return (
    <div className="max-w-2xl">
      <Link
        prefetch={false}
        href="/wallet/external_badges"
        className="mb-4 inline-flex min-h-8 items-center text-sm text-accent underline underline-offset-4"
      >
        {t("back")}
      </Link>
      <h1 className="font-heading mb-3 text-4xl leading-tight">{t("add_title")}</h1>
      <p className="mb-6 text-ink-soft">{t("add_text")}</p>
      <PageTabs label={t("way")} tabs={tabs} current={method === "" ? PATH : `${PATH}?way=${method}`} />
      <Form />
    </div>
  );
}
