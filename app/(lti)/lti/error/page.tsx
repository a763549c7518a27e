import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { FailureView } from "@/components/launch/failure-view";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("launch");
  return { title: t("failure.unknown.title"), robots: { index: false, follow: false } };
}

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** The page of a failed launch (decision 0056). */
export default async function LaunchErrorPage({ searchParams }: PageProps) {
  const { code } = await searchParams;
  return <FailureView code={code} />;
}
