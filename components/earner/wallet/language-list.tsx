"use client";

import { useLocale, useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { LanguageSwitch } from "@/components/ui/page/language-switch";
import { PopupDetails } from "./popup-details";

/** Links to this page in the other languages, with its current filters. */
export function LanguageList() {
  const t = useTranslations("common");
  const query = Object.fromEntries(useSearchParams());
  return <LanguageSwitch label={t("language")} locale={useLocale()} query={query} fold={PopupDetails} />;
}
