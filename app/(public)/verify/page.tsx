import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { PublicFrame } from "@/components/ui/page/public-frame";
import { VerifyForms } from "@/components/public/verify/verify-forms";
import { VerificationView } from "@/components/public/verify/verification-view";
import { runVerifyQuery, type Query } from "./verify-query";

export const dynamic = "force-dynamic";

type PageProps = { searchParams: Promise<Query> };

export async function generateMetadata({ searchParams }: PageProps): Promise<Metadata> {
  const t = await getTranslations("verify");
  const hasQuery = Object.keys(await searchParams).some((name) => name !== "lang");
  return { title: t("title"), description: t("lead"), ...(hasQuery ? { robots: { index: false } } : {}) };
}

/** A page where anyone can verify a badge of any issuer. */
export default async function VerifyPage({ searchParams }: PageProps) {
  const query = await searchParams;
  const { url, result, problem } = await runVerifyQuery(query);
  const t = await getTranslations("verify");
  const keptQuery = Object.entries({ url, seen: [query.seen].flat()[0] ?? "" }).filter(
    ([, value]) => value !== "",
  );
  return (
    <PublicFrame color={null} query={Object.fromEntries(keptQuery)}>
      <div className="mx-auto flex max-w-2xl flex-col gap-10">
        <header className="flex flex-col gap-4">
          <h1 className="font-heading text-4xl tracking-tight text-balance sm:text-5xl">{t("title")}</h1>
          <p className="max-w-prose text-ink-soft">{t("lead")}</p>
        </header>
        {result ? <VerificationView result={result} /> : null}
        <VerifyForms url={url} problem={problem} />
        <p className="text-sm">
          <Link
            prefetch={false}
            href="/conformance"
            className="inline-flex min-h-6 items-center text-accent underline underline-offset-4"
          >
            {t("others")}
          </Link>
        </p>
      </div>
    </PublicFrame>
  );
}
