import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LinkPage, type LinkPageProps } from "../link-page";

/** The address contains the token, so it is not sent to other sites and not indexed. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("accept.emails");
  return { title: t("confirm_title"), referrer: "no-referrer", robots: { index: false, follow: false } };
}

export default function ConfirmPage(props: LinkPageProps) {
  return <LinkPage {...props} kind="confirm" />;
}
