"use client";

import { useLocale, useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { LanguageSwitch } from "@/components/ui/language-switch";
import { FoldAway } from "./fold-away";

/** The languages, each as a link to this page with the filters that it has. */
export function LanguageList() {
  const t = useTranslations("common");
  const query = Object.fromEntries(useSearchParams());
  return <LanguageSwitch label={t("language")} locale={useLocale()} query={query} fold={FoldAway} />;
}
