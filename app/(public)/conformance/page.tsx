import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ReportView } from "@/components/public/conformance/report-view";
import { Notice } from "@/components/ui/notice";
import { PublicFrame } from "@/components/ui/page/public-frame";
import { findConformanceReport } from "@/lib/credentials/conformance/service";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("conformance");
  return { title: t("title"), description: t("lead") };
}

/** What other people's verifiers say about the credentials of this build. */
export default async function ConformancePage() {
  const report = await findConformanceReport();
  const t = await getTranslations("conformance");
  return (
    <PublicFrame color={null}>
      <div className="flex flex-col gap-10">
        <header className="flex max-w-2xl flex-col gap-4">
          <h1 className="font-heading text-4xl tracking-tight text-balance sm:text-5xl">{t("title")}</h1>
          <p className="max-w-prose text-ink-soft">{t("lead")}</p>
        </header>
        {report ? (
          <ReportView report={report} />
        ) : (
          <Notice title={t("untested.title")} className="max-w-2xl">
            {t("untested.text")}
          </Notice>
        )}
      </div>
    </PublicFrame>
  );
}
