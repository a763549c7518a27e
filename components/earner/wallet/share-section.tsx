import { useTranslations } from "next-intl";
import { CopyField } from "@/components/account/copy-field";
import { sharePath } from "@/components/public/badge/share-address";
import { Section } from "@/components/ui/facts";
import { QrCode } from "@/components/ui/qr-code";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import { ShareButtons } from "../share/share-buttons";
import { EmbedField } from "./embed-field";
import { MakePublic } from "./make-public";

const SUMMARY = "flex min-h-11 cursor-pointer items-center font-medium";

/** Says that a private badge cannot be shared, and offers to make it public. */
export function ShareOfPrivate({ badgeId }: { badgeId: string }) {
  const t = useTranslations("accept.share");
  return (
    <>
      <p className="max-w-prose text-ink-soft">{t("private")}</p>
      <div>
        <MakePublic badgeId={badgeId} text={t("make_public")} />
      </div>
    </>
  );
}

type ShareSectionProps = {
  badge: IssuedBadge;
  /** The links are elsewhere on the page. */
  isWithoutLinks: boolean;
};

/** The ways to show a public badge to others. */
export function ShareSection({ badge, isWithoutLinks }: ShareSectionProps) {
  const t = useTranslations("wallet.badge");
  const { name } = badge.badge_template;
  if (!badge.public) {
    return isWithoutLinks ? null : (
      <Section title={t("share")}>
        <ShareOfPrivate badgeId={badge.id} />
      </Section>
    );
  }
  return (
    <Section title={t("share")}>
      {isWithoutLinks ? null : <ShareButtons badge={badge} walletHref={null} />}
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
            <QrCode
              address={badge.badge_url}
              name={name}
              texts={{ picture: t("qr_alt"), svg: t("qr_download"), png: t("qr_download_png") }}
            />
          </div>
        </details>
      </div>
    </Section>
  );
}
