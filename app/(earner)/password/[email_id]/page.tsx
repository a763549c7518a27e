import type { Metadata } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { NewPasswordField } from "@/components/account/new-password-field";
import { EntryFrame } from "@/components/earner/sign-in/entry-frame";
import { buttonClass } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { findAddressByLink } from "@/lib/accounts/accounts/password-resets";
import { PASSWORD_FAULTS, PASSWORD_LENGTH } from "@/lib/identity/users/choices";
import { listPersonalTexts } from "@/lib/identity/users/password-choice";

/** The address contains the token, so it is not sent to other sites and not indexed. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("sign_in.choose");
  return { title: t("title"), referrer: "same-origin", robots: { index: false, follow: false } };
}

type PageProps = {
  params: Promise<{ email_id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

const PROBLEMS = ["short", "long", "too_many"] as const;

/** Returns the error message for the code in the address. */
async function findProblemText(given: unknown): Promise<string | undefined> {
  const [{ password: words }, t] = await Promise.all([getMessages(), getTranslations("sign_in.choose")]);
  const problem = PROBLEMS.find((one) => one === given);
  if (problem) return t(problem);
  const fault = PASSWORD_FAULTS.find((one) => one === given);
  return fault && words.faults[fault];
}

/** The page of the link in the e-mail. Opening it does not use up the link; only its form does. */
export default async function ChoosePasswordPage({ params, searchParams }: PageProps) {
  const [{ email_id: id }, query, t] = await Promise.all([
    params,
    searchParams,
    getTranslations("sign_in.choose"),
  ]);
  const token = typeof query.token === "string" ? query.token : "";
  const address = await findAddressByLink({ id, token });
  if (!address) {
    const again = await getTranslations("sign_in.forgot");
    return (
      <EntryFrame title={t("void_title")} lead={t("void_text")}>
        <ButtonLink href="/password">{again("again")}</ButtonLink>
      </EntryFrame>
    );
  }
  const { password: words } = await getMessages();
  return (
    <EntryFrame title={t("title")} lead={t("lead", { email: address.email })} query={{ token }}>
      {/* Plain HTML: it needs no JavaScript. */}
      <form method="post" action={`/password/${id}/set`} className="flex flex-col gap-5">
        <input type="hidden" name="token" value={token} />
        {/* Tells password managers which account the password belongs to. */}
        <input type="text" name="username" value={address.email} autoComplete="username" readOnly hidden />
        <NewPasswordField
          name="password"
          label={t("password")}
          hint={t("hint", { count: PASSWORD_LENGTH.min })}
          error={await findProblemText(query.problem)}
          words={words}
          personal={await listPersonalTexts(address.userId)}
          required
        />
        <button type="submit" className={buttonClass({}, "w-full")}>
          {t("submit")}
        </button>
      </form>
    </EntryFrame>
  );
}
