import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LinkPage, type LinkPageProps } from "../link-page";

/** The address carries the token: it goes to no other site and into no search engine. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("accept.emails");
  return { title: t("merge_title"), referrer: "no-referrer", robots: { index: false, follow: false } };
}

export default function MergePage(props: LinkPageProps) {
  return <LinkPage {...props} kind="merge" />;
}
