import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { visuallyHidden } from "@/components/ui/visually-hidden";
import { Logo } from "@/components/ui/page/logo";

/** Builds the path of the sign-in page that leads on to Learning in the console of an organization. */
const buildLearningSignInPath = (organization: string | null): string =>
  organization
    ? `/sign-in?${new URLSearchParams({ callbackUrl: `/console/${encodeURIComponent(organization)}/learning` })}`
    : "/sign-in";

/**
 * Links from a frame to the sign-in page in a new tab. The sign-in page may not be framed, and browsers store no session
 * for a page inside another site.
 */
export function SignInOutsideFrame({ organization }: { organization: string | null }) {
  const t = useTranslations("launch.sign_in");
  return (
    <main className="mx-auto w-full max-w-xl px-5 py-10 sm:py-16">
      <Logo className="size-9" />
      <h1 className="font-heading mt-6 text-[1.75rem] leading-tight sm:text-4xl">{t("title")}</h1>
      <p className="mt-4 text-base text-ink-soft">{t("text")}</p>
      <a
        href={buildLearningSignInPath(organization)}
        target="_blank"
        rel="noopener"
        className={buttonClass({}, "mt-8")}
      >
        <span>{t.rich("open", { visuallyHidden })}</span>
      </a>
    </main>
  );
}
