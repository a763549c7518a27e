import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { Section } from "@/components/ui/facts";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import { CopyField } from "./copy-field";
import { EmbedField } from "./embed-field";
import { QrCode } from "./qr-code";
import { buildLinkedInUrl, buildMailtoUrl } from "./share-addresses";

const LINK = buttonClass({ variant: "secondary" });
const SUMMARY = "flex min-h-11 cursor-pointer items-center font-medium";

/** The ways to show a public badge to others. */
export function ShareSection({ badge }: { badge: IssuedBadge }) {
  const t = useTranslations("wallet.badge");
  const { name } = badge.badge_template;
  if (!badge.public) {
    return (
      <Section title={t("share")}>
        <p className="text-ink-soft">{t("share_private")}</p>
      </Section>
    );
  }
  const mail = buildMailtoUrl(
    t("mail_subject", { name }),
    t("mail_body", { name, address: badge.badge_url }),
  );
  return (
    <Section title={t("share")}>
      <div className="flex flex-wrap gap-2">
        <a href={buildLinkedInUrl(badge)} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
          {t("linkedin")}
        </a>
        <a href={mail} className={LINK}>
          {t("mail")}
        </a>
      </div>
      <CopyField label={t("link")} text={badge.badge_url} />
      <div className="divide-y divide-line border-y border-line">
        <details>
          <summary className={SUMMARY}>{t("embed")}</summary>
          <div className="pb-5">
            <EmbedField badge={{ id: badge.id, url: badge.badge_url, name }} />
          </div>
        </details>
        <details>
          <summary className={SUMMARY}>{t("qr")}</summary>
          <div className="pb-5">
            <QrCode address={badge.badge_url} name={name} />
          </div>
        </details>
      </div>
    </Section>
  );
}
