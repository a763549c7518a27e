import { FlaskConical } from "lucide-react";
import { useTranslations } from "next-intl";
import type { PublicIssuer } from "@/lib/credentials/public-pages/schema";

/** Says that what a test organization shows is a test. Nothing for other organizations. */
export function TestNotice({ issuer }: { issuer: Partial<Pick<PublicIssuer, "is_test">> }) {
  const t = useTranslations("public.test");
  if (!issuer.is_test) return null;
  return (
    <p className="col-span-full flex items-start gap-3 rounded-lg border-s-4 border-caution bg-caution-soft px-4 py-3 text-sm">
      <FlaskConical className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span>
        <strong>{t("title")}</strong> {t("text")}
      </span>
    </p>
  );
}
