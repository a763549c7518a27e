import { useTranslations } from "next-intl";
import type { VerificationResult } from "@/lib/credentials/verification/schema";

/** Where a copy differs from what was issued. */
export function DifferenceTable({ differences }: Pick<VerificationResult, "differences">) {
  const t = useTranslations("verify.difference");
  return (
    <div className="flex flex-col gap-3 text-sm">
      <h3 className="font-medium">{t("title")}</h3>
      <ul className="divide-y divide-line border-y border-line">
        {differences.map(({ field, issued, given }) => (
          <li key={field} className="flex flex-col gap-1 py-2.5">
            <code className="wrap-anywhere text-ink-faint">{field}</code>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5">
              <dt className="text-ink-faint">{t("issued")}</dt>
              <dd className="wrap-anywhere">{issued ?? t("missing")}</dd>
              <dt className="text-ink-faint">{t("given")}</dt>
              <dd className="wrap-anywhere font-medium">{given ?? t("missing")}</dd>
            </dl>
          </li>
        ))}
      </ul>
    </div>
  );
}
