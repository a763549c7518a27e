import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

type MissingSignInProps = { organization: string; signInUrl: string; home: string };

/** Tells members how to get to the pages of an organization that requires single sign-on. */
export function MissingSignIn({ organization, signInUrl, home }: MissingSignInProps) {
  return (
    <Notice tone="caution" title={`${organization} requires single sign-on.`} className="mb-6">
      <p className="mb-3">You signed in in another way. Sign in through the organization to use its pages.</p>
      {/* Not a link of the router, which would ask for a page: the address leads to the provider. */}
      <a
        href={`${signInUrl}?callbackUrl=${encodeURIComponent(home)}`}
        className={buttonClass({ variant: "secondary" })}
      >
        Sign in with your organization
      </a>
    </Notice>
  );
}
