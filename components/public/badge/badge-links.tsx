import { FileText, ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import type { IssuedBadge } from "@/lib/badges/issued/schema";

/** Links from a badge to its verification, its certificate and its template. */
export function BadgeLinks({ badge }: { badge: IssuedBadge }) {
  const t = useTranslations("public.actions");
  const { badge_template: template } = badge;
  const isOpen = template.public && template.state === "active";
  return (
    <nav aria-label={t("label")} className="mt-7 flex flex-wrap gap-3 print:hidden">
      <a
        href={`/verify?url=${encodeURIComponent(badge.badge_url)}`}
        className={buttonClass({}, "max-w-full shrink whitespace-normal py-2 text-center")}
      >
        <ShieldCheck className="size-4 shrink-0" aria-hidden="true" />
        {t("verify")}
      </a>
      <a
        href={`/badges/${badge.id}/certificate.pdf`}
        className={buttonClass({ variant: "secondary" }, "max-w-full shrink py-2")}
      >
        <FileText className="size-4 shrink-0" aria-hidden="true" />
        {t("certificate")}
      </a>
      {isOpen ? (
        <a
          href={`/org/${template.owner.vanity_slug}/badges/${template.id}`}
          className="inline-flex min-h-10 items-center text-sm text-ink-soft underline decoration-line underline-offset-4 hover:decoration-ink"
        >
          {t("template")}
        </a>
      ) : null}
    </nav>
  );
}
