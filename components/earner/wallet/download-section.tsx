import { ChevronDown, Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { Section } from "@/components/ui/facts";

type File = {
  file: "certificate" | "png" | "svg" | "json" | "jwt" | "assertion_png" | "assertion_svg";
  href: string;
};

/** The files of an accepted badge. An assertion is verified by its URL, so it is for public badges only. */
function listFiles({ id, public: isPublic }: { id: string; public: boolean }): File[] {
  const own = `/v1/me/badges/${id}`;
  const image = `/v1/obi/v2/badge_assertions/${id}/image`;
  const assertions: File[] = [
    { file: "assertion_png", href: image },
    { file: "assertion_svg", href: `${image}.svg` },
  ];
  return [
    { file: "certificate", href: `${own}/certificate` },
    { file: "png", href: `${own}/credential?format=png` },
    { file: "svg", href: `${own}/credential?format=svg` },
    { file: "json", href: `${own}/credential?format=json` },
    { file: "jwt", href: `${own}/credential?format=jwt` },
    ...(isPublic ? assertions : []),
  ];
}

/** The files of a badge to download, with what each is for. */
export function DownloadSection({ badge }: { badge: { id: string; public: boolean } }) {
  const t = useTranslations("wallet.badge");
  return (
    <Section title={t("downloads")}>
      <details className="group">
        <summary
          className={buttonClass({ variant: "secondary" }, "list-none [&::-webkit-details-marker]:hidden")}
        >
          <Download className="size-4" aria-hidden="true" />
          {t("download")}
          <ChevronDown className="size-4 transition-transform group-open:rotate-180" aria-hidden="true" />
        </summary>
        <ul className="mt-3 divide-y divide-line rounded-xl border border-line bg-raised">
          {listFiles(badge).map(({ file, href }) => (
            <li key={file}>
              <a href={href} download className="flex min-h-11 flex-col px-4 py-2.5 hover:bg-sunken">
                <span className="font-medium">{t(`files.${file}.name`)} </span>
                <span className="text-[0.8125rem] text-ink-soft">{t(`files.${file}.use`)}</span>
              </a>
            </li>
          ))}
        </ul>
      </details>
    </Section>
  );
}
