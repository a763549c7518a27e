import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { EntryFrame } from "@/components/earner/sign-in/entry-frame";
import { PlainForm } from "@/components/earner/sign-in/plain-form";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("sign_in.forgot");
  return { title: t("title"), robots: { index: false } };
}

const LINK = "inline-flex min-h-6 items-center underline";

type Query = Promise<Record<string, string | string[] | undefined>>;

/** The page for forgotten passwords. Its response is the same whether or not the address has an account. */
export default async function ForgotPasswordPage({ searchParams }: { searchParams: Query }) {
  const [{ sent, problem }, t, words] = await Promise.all([
    searchParams,
    getTranslations("sign_in.forgot"),
    getTranslations("sign_in"),
  ]);
  if (sent === "1") {
    return (
      <EntryFrame title={t("sent_title")} lead={t("sent_text")} query={{ sent }}>
        <p className="flex flex-wrap gap-x-6 gap-y-2">
          <Link className={LINK} href="/sign-in">
            {t("back")}
          </Link>
          <Link className={LINK} href="/password">
            {t("again")}
          </Link>
        </p>
      </EntryFrame>
    );
  }
  const error = problem === "invalid" || problem === "too_many" ? t(problem) : undefined;
  return (
    <EntryFrame title={t("title")} lead={t("lead")}>
      <PlainForm
        action="/password/ask"
        submit={t("submit")}
        field={{
          label: words("email"),
          name: "email",
          type: "email",
          autoComplete: "username",
          maxLength: 254,
          error,
        }}
      />
      <p className="mt-6">
        <Link className={LINK} href="/sign-in">
          {t("back")}
        </Link>
      </p>
    </EntryFrame>
  );
}
