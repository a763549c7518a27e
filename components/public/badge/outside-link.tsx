import type { ReactNode } from "react";

type OutsideLinkProps = {
  href: string;
  /** Our own path that counts the click and leads to `href`. Exported files have none (lib/credentials/static-export). */
  countedAt?: string | undefined;
  children: ReactNode;
};

/** A link that an issuer entered: http and https only, without a referrer and without passing on search ranking. */
export const OutsideLink = ({ href, countedAt, children }: OutsideLinkProps) =>
  /^https?:\/\//i.test(href) ? (
    <a
      href={countedAt ?? href}
      {...(countedAt ? { "data-href": href } : {})}
      rel="nofollow noopener noreferrer ugc"
      className="text-accent underline decoration-1 underline-offset-3 hover:decoration-2"
    >
      {children}
    </a>
  ) : (
    <>{children}</>
  );
