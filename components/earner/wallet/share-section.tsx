import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { Section } from "@/components/ui/facts";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import { CopyField } from "./copy-field";
import { EmbedField } from "./embed-field";
import { QrCode } from "./qr-code";
import { MailLink } from "./mail-link";
import { buildMailtoUrl, sharePath } from "./share-addresses";

const LINK = buttonClass({ variant: "secondary" });
/** Networks whose names are the same in all languages. */
const NETWORKS = [
  { channel: "x", name: "X" },
  { channel: "facebook", name: "Facebook" },
  { channel: "whatsapp", name: "WhatsApp" },
] as const;
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
        <a
          href={sharePath(badge.id, "linkedin")}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass()}
        >
          {t("linkedin")}
        </a>
        {NETWORKS.map(({ channel, name: network }) => (
          <a
            key={channel}
            href={sharePath(badge.id, channel)}
            target="_blank"
            rel="noopener noreferrer"
            className={LINK}
          >
            {network}
          </a>
        ))}
        <MailLink href={mail} countedAt={sharePath(badge.id, "email")} className={LINK}>
          {t("mail")}
        </MailLink>
      </div>
      <CopyField label={t("link")} text={badge.badge_url} countedAt={sharePath(badge.id, "copy_link")} />
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
