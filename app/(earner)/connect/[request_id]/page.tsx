import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EntryFrame } from "@/components/earner/sign-in/entry-frame";
import { buttonClass } from "@/components/ui/button";
import { checkConnectLink } from "@/lib/learning/connections/connection-requests";

export const dynamic = "force-dynamic";

/** The address contains the token, so it is not sent to other sites and not indexed. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("accept.connect");
  return { title: t("page_title"), referrer: "same-origin", robots: { index: false, follow: false } };
}

type PageProps = {
  params: Promise<{ request_id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** The page of the link in the e-mail about a course. Opening it does not use up the link; only its form does. */
export default async function ConnectCoursePage({ params, searchParams }: PageProps) {
  const [{ request_id: id }, query, t] = await Promise.all([
    params,
    searchParams,
    getTranslations("accept.connect"),
  ]);
  const token = typeof query.token === "string" ? query.token : "";
  const link = await checkConnectLink({ id, token });
  if (link.status === "void") return <EntryFrame title={t("void_title")} lead={t("void_text")} />;
  const { integration, app, email: address } = link.request;
  const course = integration.name;
  if (link.status === "connected") {
    return (
      <EntryFrame title={t("connected_title", { course })} lead={t("connected_text")} query={{ token }} />
    );
  }
  const facts = { course, app: app.name, organization: app.organization.name, address };
  return (
    <EntryFrame title={t("title", { course })} lead={t("fact", facts)} query={{ token }}>
      <p className="text-base wrap-anywhere">{t("consequence", { app: app.name })}</p>
      <form method="post" action={`/connect/${id}/answer`} className="mt-6">
        <input type="hidden" name="token" value={token} />
        <button type="submit" className={buttonClass({}, "w-full")}>
          {t("submit")}
        </button>
      </form>
      <p className="mt-6 text-sm text-ink-soft">{t("not_yours")}</p>
    </EntryFrame>
  );
}
