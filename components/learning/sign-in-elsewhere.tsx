import { buttonClass } from "@/components/ui/button";
import { Logo } from "@/components/ui/logo";

/** The sign-in page, which leads on to Learning in the console of an organization. */
const signInPath = (organization: string | null): string =>
  organization
    ? `/sign-in?${new URLSearchParams({ callbackUrl: `/console/${encodeURIComponent(organization)}/learning` })}`
    : "/sign-in";

/**
 * The way to the sign-in page out of a frame: no site may frame that page itself, and a browser keeps no session of a
 * page inside another site's.
 */
export const SignInElsewhere = ({ organization }: { organization: string | null }) => (
  <main className="mx-auto w-full max-w-xl px-5 py-10 sm:py-16">
    <Logo className="size-9" />
    <h1 className="font-heading mt-6 text-[1.75rem] leading-tight sm:text-4xl">Sign in to manage badges</h1>
    <p className="mt-4 text-base text-ink-soft">
      Teachers and administrators work with badges in the console, which opens in a tab of its own. Learners
      who open this link see their badges right here.
    </p>
    <a href={signInPath(organization)} target="_blank" rel="noopener" className={buttonClass({}, "mt-8")}>
      Open the console<span className="sr-only"> in a new tab</span>
    </a>
  </main>
);
