import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { buildSignInPath } from "./address-help";
import { buildLinkPath, type LinkProps } from "./answer-forms";

const large = "min-h-12 px-6 py-2 text-center text-base whitespace-normal";

/** Buttons to sign in with a password, which leads on to `path`, or to request a link by e-mail. */
export function SignInOrMail({ path }: { path: string }) {
  const t = useTranslations("accept.keep");
  return (
    <div className="mt-5 flex flex-col gap-3 sm:flex-row sm:flex-wrap">
      <a href={buildSignInPath(path)} className={buttonClass({}, large)}>
        {t("sign_in")}
      </a>
      <ButtonLink href="/password" variant="secondary" className={large}>
        {t("mail")}
      </ButtonLink>
    </div>
  );
}

/** Shown instead of the forms when sign-in is required, because the issuer knows this link, too. */
export function OwnerOnly(link: LinkProps) {
  const t = useTranslations("accept.owner");
  const { address } = link;
  return (
    <section className="rounded-xl border border-line bg-sunken p-5" aria-labelledby="owner">
      <h2 id="owner" className="font-heading text-2xl leading-tight">
        {t("title")}
      </h2>
      <p className="mt-1.5 max-w-prose wrap-anywhere text-ink-soft">{t("text", { address })}</p>
      <SignInOrMail path={buildLinkPath(link)} />
      <p className="mt-4 max-w-prose text-sm text-ink-soft">{t("mailed")}</p>
    </section>
  );
}
