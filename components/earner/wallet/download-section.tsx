import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { Section } from "@/components/ui/facts";

const LINK = buttonClass({ variant: "secondary" });

/** The files of a badge to download. */
export function DownloadSection({ badge }: { badge: { id: string; public: boolean } }) {
  const t = useTranslations("wallet.badge");
  return (
    <Section title={t("downloads")}>
      <div className="flex flex-wrap gap-2">
        <a href={`/v1/me/badges/${badge.id}/certificate`} download className={LINK}>
          <Download className="size-4" aria-hidden="true" />
          {t("certificate")}
        </a>
        {badge.public ? (
          <a
            href={`/v1/obi/v2/badge_assertions/${badge.id}/image`}
            download={`${badge.id}.png`}
            className={LINK}
          >
            <Download className="size-4" aria-hidden="true" />
            {t("baked")}
          </a>
        ) : null}
      </div>
      <p className="text-[0.8125rem] text-ink-faint">{t(badge.public ? "baked_text" : "baked_private")}</p>
    </Section>
  );
}
