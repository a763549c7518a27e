import { useTranslations } from "next-intl";
import { buildLinkedInPostUrl, buildMailtoUrl, buildWhatsAppUrl, buildXUrl } from "./share-address";

const LINK =
  "inline-flex min-h-9 items-center rounded-lg px-2.5 text-ink-soft underline decoration-line underline-offset-4 hover:bg-sunken hover:text-ink";

/** Links that share a page. They need no JavaScript and send nothing to the other services before they are opened. */
export function ShareLinks({ url, text }: { url: string; text: string }) {
  const t = useTranslations("public.share");
  const channels = [
    ["linkedin", buildLinkedInPostUrl(url)],
    ["x", buildXUrl(url, text)],
    ["whatsapp", buildWhatsAppUrl(`${text} ${url}`)],
    ["mail", buildMailtoUrl(text, url)],
  ] as const;
  return (
    <nav aria-labelledby="share" className="mt-4 flex flex-wrap items-center gap-x-1 text-sm print:hidden">
      <span id="share" className="me-1.5 text-ink-faint">
        {t("label")}
      </span>
      {channels.map(([channel, href]) => (
        <a key={channel} href={href} rel="noopener noreferrer" className={LINK}>
          {t(channel)}
        </a>
      ))}
    </nav>
  );
}
