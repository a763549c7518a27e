import { Mail, MessageCircle, Newspaper } from "lucide-react";
import { useTranslations } from "next-intl";
import { buildMailtoUrl, buildPostAddress } from "@/components/public/badge/share-address";
import { QrCode } from "@/components/ui/qr-code";
import { SHARE_BUTTON } from "@/components/ui/share-button";
import { XMark } from "@/components/ui/x-mark";
import { CopyField } from "./copy-field";
import { ShareNow } from "./share-now";

const NETWORKS = [
  { network: "linkedin_post", Icon: Newspaper },
  { network: "x", Icon: XMark },
  { network: "whatsapp", Icon: MessageCircle },
] as const;

/** The ways to share the public profile at an address. They do not reveal the address of this page. */
export function ProfileShare({ address }: { address: string }) {
  const t = useTranslations("wallet.account");
  const words = useTranslations("accept.share");
  const qr = useTranslations("wallet.badge");
  const text = t("share_text");
  return (
    <div className="mt-3 flex flex-col gap-4 border-t border-line pt-6">
      <h3 className="font-heading text-lg leading-tight">{t("share_profile")}</h3>
      <CopyField label={t("profile_link")} text={address} />
      <ul className="grid gap-2 sm:grid-cols-2">
        {NETWORKS.map(({ network, Icon }) => (
          <li key={network}>
            <a
              href={buildPostAddress(network, address, text)}
              target="_blank"
              rel="noopener noreferrer"
              className={SHARE_BUTTON}
            >
              <Icon className="size-4 shrink-0" aria-hidden="true" />
              {words(network)}
            </a>
          </li>
        ))}
        <li>
          <a href={buildMailtoUrl(text, address)} className={SHARE_BUTTON}>
            <Mail className="size-4 shrink-0" aria-hidden="true" />
            {words("mail")}
          </a>
        </li>
        <ShareNow address={address} title={text} text={t("share_now")} />
      </ul>
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center font-medium">{qr("qr")}</summary>
        <QrCode
          address={address}
          name={address.slice(address.lastIndexOf("/") + 1)}
          texts={{ picture: t("qr_profile"), svg: qr("qr_download"), png: qr("qr_download_png") }}
        />
      </details>
    </div>
  );
}
