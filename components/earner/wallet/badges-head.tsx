import { useTranslations } from "next-intl";
import { PageTabs } from "@/components/ui/page/page-tabs";

/** The header of the lists of badges: those of this service, by collections, and those of other services. */
export function BadgesHead({
  current,
}: {
  current: "/wallet" | "/wallet/collections" | "/wallet/external_badges";
}) {
  const t = useTranslations("wallet.badges");
  const tabs = [
    { href: "/wallet", label: t("tab_own") },
    { href: "/wallet/collections", label: t("tab_collections") },
    { href: "/wallet/external_badges", label: t("tab_external") },
  ];
  return (
    <>
      <h1 className="font-heading mb-4 text-4xl leading-tight">{t("title")}</h1>
      <PageTabs label={t("tabs")} tabs={tabs} current={current} />
    </>
  );
}
