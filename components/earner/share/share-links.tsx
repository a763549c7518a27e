import { Image, Mail, MessageCircle, Newspaper, UserRoundPlus, Wallet, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import { issuerName } from "../wallet/display-state";
import {
  buildLinkedInPostUrl,
  buildMailtoUrl,
  buildWhatsAppUrl,
  buildXUrl,
} from "@/components/public/badge/share-address";
import { buildLinkedInProfileUrl, buildStoryPath } from "./channels";
import { CopyLink } from "./copy-link";
import { SHARE_BUTTON } from "./share-button";
import { XMark } from "./x-mark";

type ShareLink = { key: string; href: string; text: string; Icon: LucideIcon | typeof XMark };

/** The networks and programs that a public badge can be sent to. */
function useShareLinks(badge: IssuedBadge): ShareLink[] {
  const t = useTranslations("accept.share");
  const { name } = badge.badge_template;
  const message = t("mail_body", { name, address: badge.badge_url });
  const post = t("post_text", { name, issuer: issuerName(badge) });
  return [
    { key: "profile", href: buildLinkedInProfileUrl(badge), text: t("linkedin"), Icon: UserRoundPlus },
    { key: "post", href: buildLinkedInPostUrl(badge.badge_url), text: t("linkedin_post"), Icon: Newspaper },
    { key: "x", href: buildXUrl(badge.badge_url, post), text: t("x"), Icon: XMark },
    { key: "whatsapp", href: buildWhatsAppUrl(message), text: t("whatsapp"), Icon: MessageCircle },
    { key: "mail", href: buildMailtoUrl(t("mail_subject", { name }), message), text: t("mail"), Icon: Mail },
  ];
}

type ShareLinksProps = {
  badge: IssuedBadge;
  /** Where the badge can be added to a digital wallet; null where that is on the same page anyway. */
  walletHref: string | null;
};

/** The ways to share a public badge, one tap each. They open in a new window and do not reveal this page's address. */
export function ShareLinks({ badge, walletHref }: ShareLinksProps) {
  const t = useTranslations("accept.share");
  const words = {
    copy: t("copy_link"),
    copied: t("copied"),
    failed: t("copy_failed"),
    address: t("address"),
  };
  return (
    <ul className="grid gap-2 sm:grid-cols-2">
      {useShareLinks(badge).map(({ key, href, text, Icon }) => (
        <li key={key}>
          <a
            href={href}
            {...(key === "mail" ? {} : { target: "_blank", rel: "noopener noreferrer" })}
            className={SHARE_BUTTON}
          >
            <Icon className="size-4 shrink-0" aria-hidden="true" />
            {text}
          </a>
        </li>
      ))}
      <li>
        <CopyLink address={badge.badge_url} words={words} />
      </li>
      <li>
        <a
          href={buildStoryPath(badge)}
          download={`${badge.badge_template.name}.png`}
          className={SHARE_BUTTON}
        >
          <Image className="size-4 shrink-0" aria-hidden="true" />
          {t("story")}
        </a>
      </li>
      {walletHref === null ? null : (
        <li>
          <a href={walletHref} className={SHARE_BUTTON}>
            <Wallet className="size-4 shrink-0" aria-hidden="true" />
            {t("wallet")}
          </a>
        </li>
      )}
    </ul>
  );
}
