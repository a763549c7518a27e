import type { ReactNode } from "react";

type OutsideLinkProps = { href: string; children: ReactNode };

/** A link to an address entered by an issuer. Only http and https. Sends no referrer; no search ranking. */
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
