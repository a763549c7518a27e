import { useTranslations } from "next-intl";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import { buildMailtoUrl, buildShareAddress, sharePath } from "./share-address";

const LINK =
  "inline-flex min-h-9 items-center rounded-lg px-2.5 text-ink-soft underline decoration-line underline-offset-4 hover:bg-sunken hover:text-ink";

/** The networks in which somebody who looks at a badge can share it, with the names of their texts. */
const NETWORKS = [
  { network: "linkedin_post", name: "linkedin" },
  { network: "x", name: "x" },
  { network: "whatsapp", name: "whatsapp" },
] as const;

/**
 * Links that share a public badge. They need no JavaScript and send nothing to other services before they are opened.
 * Our own paths count them. Exported files lead straight to `data-href` (lib/credentials/static-export).
 */
export function ShareLinks({ badge, text }: { badge: IssuedBadge; text: string }) {
  const t = useTranslations("public.share");
  return (
    <nav aria-labelledby="share" className="mt-4 flex flex-wrap items-center gap-x-1 text-sm print:hidden">
      <span id="share" className="me-1.5 text-ink-faint">
        {t("label")}
      </span>
      {NETWORKS.map(({ network, name }) => (
        <a
          key={network}
          href={sharePath(badge.id, network)}
          data-href={buildShareAddress(network, badge, text)}
          rel="nofollow noopener noreferrer"
          className={LINK}
        >
          {t(name)}
        </a>
      ))}
      <a href={buildMailtoUrl(text, badge.badge_url)} className={LINK}>
        {t("mail")}
      </a>
    </nav>
  );
}
