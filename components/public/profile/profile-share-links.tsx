import { useTranslations } from "next-intl";
import { buildMailtoUrl, buildPostAddress, type PostNetwork } from "@/components/public/badge/share-address";
import { buildQrPath } from "@/lib/kernel/qr-path";
import { QrPicture } from "@/components/ui/qr-picture";

const LINK =
  "inline-flex min-h-9 items-center rounded-lg px-2.5 text-ink-soft underline decoration-line underline-offset-4 hover:bg-sunken hover:text-ink";

/** The networks in which somebody who looks at a profile can share it, with the names of their texts. */
const NETWORKS: { network: PostNetwork; name: "linkedin" | "x" | "whatsapp" }[] = [
  { network: "linkedin_post", name: "linkedin" },
  { network: "x", name: "x" },
  { network: "whatsapp", name: "whatsapp" },
];

type ProfileShareLinksProps = { name: string; address: string };

/** Links and a QR code that share a profile. They need no JavaScript and send nothing before they are opened. */
export function ProfileShareLinks({ name, address }: ProfileShareLinksProps) {
  const t = useTranslations("public.share");
  const words = useTranslations("public.profile");
  const text = words("summary", { name });
  return (
    <nav aria-labelledby="share" className="mt-6 flex flex-wrap items-start gap-x-1 text-sm print:hidden">
      <span id="share" className="me-1.5 inline-flex min-h-9 items-center text-ink-faint">
        {t("label")}
      </span>
      {NETWORKS.map(({ network, name: key }) => (
        <a
          key={network}
          href={buildPostAddress(network, address, text)}
          rel="nofollow noopener noreferrer"
          className={LINK}
        >
          {t(key)}
        </a>
      ))}
      <a href={buildMailtoUrl(text, address)} className={LINK}>
        {t("mail")}
      </a>
      <details className="open:basis-full sm:relative sm:open:basis-auto">
        <summary className={`${LINK} cursor-pointer list-none`}>{t("qr")}</summary>
        <QrPicture
          code={buildQrPath(address)}
          label={words("qr", { name })}
          className="mt-2 size-40 sm:absolute sm:start-0 sm:top-full sm:z-10 sm:shadow-lg"
        />
      </details>
    </nav>
  );
}

/** The address of a profile and its code, which lead from a printed page to the profile as it is then. */
export function PrintedAddress({ name, address }: ProfileShareLinksProps) {
  const t = useTranslations("public.profile");
  return (
    <div className="hidden print:mt-4 print:flex print:items-center print:gap-3">
      <QrPicture code={buildQrPath(address, "L")} label={t("qr", { name })} className="size-20 shrink-0" />
      <p className="text-sm wrap-anywhere">{t("current", { address })}</p>
    </div>
  );
}
