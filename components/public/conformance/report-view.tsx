import { useFormatter, useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";
import type { ConformanceReport, ConformanceResult } from "@/lib/credentials/conformance/schema";
import { CircleCheck, CircleX } from "lucide-react";
import { CARRIERS, STATES, type Carrier } from "@/lib/credentials/conformance/choices";
import { LabelledText } from "@/components/ui/labelled-text";
import { Cell, ColumnHead, Table } from "@/components/ui/list/table";

type VerifierResultsProps = {
  verifier: ConformanceReport["verifiers"][number];
  /** What this verifier said, in any order. */
  results: ConformanceResult[];
};

type Line = Pick<ConformanceResult, "state" | "found" | "is_right"> & { carriers: Carrier[] };

/** Joins the results of a state that are equal for several carriers, which is usual. */
function joinResults(results: ConformanceResult[]): Line[] {
  return STATES.flatMap((state) => {
    const lines = new Map<string, Line>();
    for (const { found, is_right, carrier } of results.filter((result) => result.state === state)) {
      const key = `${found} ${is_right}`;
      const line = lines.get(key) ?? { state, found, is_right, carriers: [] };
      line.carriers.push(carrier);
      lines.set(key, line);
    }
    return [...lines.values()];
  });
}

function Verdict({ found, is_right: isRight }: Pick<ConformanceResult, "found" | "is_right">) {
  const t = useTranslations("conformance");
  const [Icon, className] = isRight ? [CircleCheck, "text-positive"] : [CircleX, "text-negative"];
  return (
    <span className="flex items-start gap-2">
      <Icon className={`mt-0.5 size-4 shrink-0 ${className}`} aria-hidden="true" />
      <span className="break-normal">
        <LabelledText label={t(isRight ? "mark.right" : "mark.wrong")} text={t(`verdict.${found}`)} />
      </span>
    </span>
  );
}

/** What one verifier said about credentials in each state. Names carriers in a line only where their results differ. */
function VerifierResults({ verifier, results }: VerifierResultsProps) {
  const t = useTranslations("conformance");
  const format = useFormatter();
  const joinCarriers = (carriers: Carrier[]) =>
    format.list(carriers.map((carrier) => t(`carrier.${carrier}`)));
  const carriers = CARRIERS.filter((carrier) => results.some((result) => result.carrier === carrier));
  const checks = format.list(verifier.checks.map((check) => t(`check.${check}`)));
  return (
    <section aria-labelledby={verifier.name} className="flex min-w-0 flex-col gap-4">
      <header className="flex flex-col gap-1 text-sm">
        <h2 id={verifier.name} className="font-heading text-2xl wrap-anywhere">
          {verifier.name}
        </h2>
        <p className="wrap-anywhere text-ink-faint">
          <code>{`${verifier.package} ${verifier.version}`}</code>
        </p>
        <p className="mt-1 text-ink-soft">{t("checks", { checks })}</p>
        <p className="text-ink-soft">{t("reads", { carriers: joinCarriers(carriers) })}</p>
      </header>
      <Table
        label={verifier.name}
        head={
          <>
            <ColumnHead>{t("column.state")}</ColumnHead>
            <ColumnHead className="w-2/5">{t("column.verdict")}</ColumnHead>
          </>
        }
      >
        {joinResults(results).map((line) => (
          <tr key={`${line.state} ${line.found} ${line.is_right}`}>
            <Cell className="align-top">{t(`state.${line.state}`)}</Cell>
            <Cell className="align-top">
              <Verdict {...line} />
              {line.carriers.length < carriers.length ? (
                <span className="text-ink-faint">{joinCarriers(line.carriers)}</span>
              ) : null}
            </Cell>
          </tr>
        ))}
      </Table>
    </section>
  );
}

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
