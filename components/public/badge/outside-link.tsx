import type { ReactNode } from "react";

type OutsideLinkProps = { href: string; children: ReactNode };

/** A link that an issuer entered: http and https only, without a referrer and without passing on search ranking. */
export const OutsideLink = ({ href, children }: OutsideLinkProps) =>
  /^https?:\/\//i.test(href) ? (
    <a
      href={href}
      rel="nofollow noopener noreferrer ugc"
      className="text-accent underline decoration-1 underline-offset-3 hover:decoration-2"
    >
      {children}
    </a>
  ) : (
    <>{children}</>
  );
