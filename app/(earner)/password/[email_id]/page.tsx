import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EntryFrame } from "@/components/sign-in/entry-frame";
import { PlainForm } from "@/components/sign-in/plain-form";
import { ButtonLink } from "@/components/ui/button-link";
import { resettableBy } from "@/lib/accounts/password-resets";
import { PASSWORD_LENGTH } from "@/lib/accounts/schema";

// The address carries the token: it goes to no other site and into no search engine.
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("sign_in.choose");
  return { title: t("title"), referrer: "same-origin", robots: { index: false, follow: false } };
}

type PageProps = {
  params: Promise<{ email_id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

const PROBLEMS = ["short", "long", "too_many"] as const;

/** The page that the mail leads to. It looks at the link and asks; only its form uses it up. */
export default async function ChoosePasswordPage({ params, searchParams }: PageProps) {
  const [{ email_id: id }, query, t] = await Promise.all([
    params,
    searchParams,
    getTranslations("sign_in.choose"),
  ]);
  const token = typeof query.token === "string" ? query.token : "";
  const address = await resettableBy({ id, token });
  if (!address) {
    const again = await getTranslations("sign_in.forgot");
    return (
      <EntryFrame title={t("void_title")} lead={t("void_text")}>
        <ButtonLink href="/password">{again("again")}</ButtonLink>
      </EntryFrame>
    );
  }
  const problem = PROBLEMS.find((one) => one === query.problem);
  return (
    <EntryFrame title={t("title")} lead={t("lead", { email: address.email })} query={{ token }}>
      <PlainForm
        action={`/password/${id}/set`}
        submit={t("submit")}
        field={{
          label: t("password"),
          hint: t("hint", { count: PASSWORD_LENGTH.least }),
          error: problem && t(problem),
          name: "password",
          type: "password",
          autoComplete: "new-password",
          minLength: PASSWORD_LENGTH.least,
          maxLength: PASSWORD_LENGTH.most,
        }}
      >
        <input type="hidden" name="token" value={token} />
        {/* For the keeper of passwords, which then knows whose it is. */}
        <input type="text" name="username" value={address.email} autoComplete="username" readOnly hidden />
      </PlainForm>
    </EntryFrame>
  );
}
