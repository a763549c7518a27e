import type { ReactNode } from "react";

type OutsideLinkProps = { href: string; children: ReactNode };

/** A link that an issuer wrote: http and https alone, without our address or our reputation. */
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
