import { Image, Mail, MessageCircle, Newspaper, UserRoundPlus, Wallet, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { SHARE_BUTTON } from "@/components/ui/share-button";
import { XMark } from "@/components/ui/x-mark";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import {
  BY_EARNER,
  buildMailtoUrl,
  sharePath,
  type ShareNetwork,
} from "@/components/public/badge/share-address";
import { CopyLink, MailLink } from "./link-controls";

type ShareLink = { key: string; href: string; text: string; Icon: LucideIcon | typeof XMark };

/** The networks that a public badge can be sent to. */
function useNetworkLinks({ id }: IssuedBadge): ShareLink[] {
  const t = useTranslations("accept.share");
  const path = (network: ShareNetwork) => `${sharePath(id, network)}?${BY_EARNER}`;
  return [
    { key: "profile", href: path("linkedin"), text: t("linkedin"), Icon: UserRoundPlus },
    { key: "post", href: path("linkedin_post"), text: t("linkedin_post"), Icon: Newspaper },
    { key: "x", href: path("x"), text: t("x"), Icon: XMark },
    { key: "whatsapp", href: path("whatsapp"), text: t("whatsapp"), Icon: MessageCircle },
  ];
}

/** The path of the image of a public badge for stories. */
const buildStoryPath = ({ id }: IssuedBadge): string => `/badges/${id}/story.png`;

type ShareButtonsProps = {
  badge: IssuedBadge;
  /** Where the badge can be added to a digital wallet; null where that is on the same page anyway. */
  walletHref: string | null;
};

/** The ways to share a public badge, one tap each. They open in a new window and do not reveal this page's address. */
export function ShareButtons({ badge, walletHref }: ShareButtonsProps) {
  const t = useTranslations("accept.share");
  const { name } = badge.badge_template;
  const words = {
    copy: t("copy_link"),
    copied: t("copied"),
    failed: t("copy_failed"),
    address: t("address"),
  };
  return (
    <ul className="grid gap-2 sm:grid-cols-2">
      {useNetworkLinks(badge).map(({ key, href, text, Icon }) => (
        <li key={key}>
          <a href={href} target="_blank" rel="noopener noreferrer" className={SHARE_BUTTON}>
            <Icon className="size-4 shrink-0" aria-hidden="true" />
            {text}
          </a>
        </li>
      ))}
      <li>
        <MailLink
          href={buildMailtoUrl(
            t("mail_subject", { name }),
            t("mail_body", { name, address: badge.badge_url }),
          )}
          countedAt={sharePath(badge.id, "email")}
          className={SHARE_BUTTON}
        >
          <Mail className="size-4 shrink-0" aria-hidden="true" />
          {t("mail")}
        </MailLink>
      </li>
      <li>
        <CopyLink address={badge.badge_url} words={words} countedAt={sharePath(badge.id, "copy_link")} />
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
