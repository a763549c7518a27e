import type { Metadata } from "next";
import { FailureView } from "@/components/learning/failure-view";

export const metadata: Metadata = {
  title: "Your badges could not be opened",
  robots: { index: false, follow: false },
};

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Where a launch that failed ends (README, "The page of a failed launch"). */
export default async function LaunchErrorPage({ searchParams }: PageProps) {
  const { code } = await searchParams;
  return <FailureView code={code} />;
}
