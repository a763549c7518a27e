"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";

export default function WalletError({ reset }: { error: Error; reset: () => void }) {
  const t = useTranslations("common.broken");
  return (
    <div role="alert" className="flex max-w-xl flex-col items-start gap-4 py-8">
      <h1 className="font-heading text-3xl leading-tight">{t("title")}</h1>
      <p className="text-ink-soft">{t("text")}</p>
      <Button onClick={reset}>{t("again")}</Button>
    </div>
  );
}
