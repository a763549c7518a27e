import { useFormatter, useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";
import type { ConformanceReport } from "@/lib/credentials/conformance/schema";
import { VerifierResults } from "./verifier-results";

/** What other people's verifiers said about the credentials of this build, and when. */
export function ReportView({ report }: { report: ConformanceReport }) {
  const t = useTranslations("conformance");
  const format = useFormatter();
  const { results, verifiers, build, tested_at } = report;
  const wrong = results.filter((result) => !result.is_right).length;
  const date = format.dateTime(new Date(tested_at), { dateStyle: "long", timeZone: "UTC" });
  return (
    <div className="flex flex-col gap-10">
      <Notice tone={wrong > 0 ? "negative" : "positive"}>
        <p className="text-ink">
          {wrong > 0 ? t("wrong", { wrong, count: results.length }) : t("right", { count: results.length })}
        </p>
        <p className="mt-1 text-sm wrap-anywhere text-ink-soft">
          {t("tested", { date })} · {t("build")} <code>{build}</code>
        </p>
      </Notice>
      <p className="max-w-prose text-sm text-ink-soft">{t("note")}</p>
      <div className="grid gap-x-12 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
        {verifiers.map((verifier) => (
          <VerifierResults
            key={verifier.name}
            verifier={verifier}
            results={results.filter((result) => result.verifier === verifier.name)}
          />
        ))}
      </div>
    </div>
  );
}
