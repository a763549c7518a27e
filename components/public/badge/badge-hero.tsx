import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Picture } from "@/components/ui/picture";
import type { PublicIssuer } from "@/lib/credentials/public-pages/schema";
import { TestNotice } from "./test-notice";
import { VerifiedDomain } from "./verified-domain";

/** With `path` the name links to the issuer's page, with `photo_url` its logo is shown, and `is_test` marks a test. */
export type ShownIssuer = Pick<PublicIssuer, "name" | "domain"> &
  Partial<Pick<PublicIssuer, "path" | "photo_url" | "is_test">>;

type IssuerNameProps = {
  issuer: ShownIssuer;
  /** The text for screen readers in place of the icon; English in the console. */
  verified?: string;
  /** Whether the domain links to the website, and the name to the issuer's page; not inside pages of other sites. */
  isLinked?: boolean;
};

type NameOfIssuerProps = { name: string; path: string | undefined; className: string };

const NameOfIssuer = ({ name, path, className }: NameOfIssuerProps) =>
  path ? (
    <a
      href={path}
      className={`${className} underline decoration-line decoration-1 underline-offset-4 hover:decoration-ink`}
    >
      {name}
    </a>
  ) : (
    <span className={className}>{name}</span>
  );

/** The issuer's name with its verified domain first, because anyone can use a name. */
export function IssuerName({ issuer, verified = "verified domain", isLinked = true }: IssuerNameProps) {
  const path = isLinked ? issuer.path : undefined;
  if (!issuer.domain) return <NameOfIssuer name={issuer.name} path={path} className="font-medium text-ink" />;
  return (
    <span>
      <span className="inline-block max-w-full">
        <VerifiedDomain domain={issuer.domain} verified={verified} isLinked={isLinked} />
      </span>
      <span aria-hidden="true" className="text-ink-faint">
        {" · "}
      </span>
      <NameOfIssuer name={issuer.name} path={path} className="inline-block text-ink" />
    </span>
  );
}

/** The part of a badge or a template that the header shows. */
type HeroBadge = { image: { id: string }; badge_template: { name: string } };

type BadgeHeroProps = {
  badge: HeroBadge;
  issuer: ShownIssuer;
  /** The line above the title. */
  kicker: ReactNode;
  title: ReactNode;
  /** Shows the picture with a short animation, for a badge that was just accepted. */
  isRevealed?: boolean;
  children?: ReactNode;
};

/** The header of a page about a badge: picture, title and issuer. */
export function BadgeHero({ badge, issuer, kicker, title, isRevealed = false, children }: BadgeHeroProps) {
  const t = useTranslations("public.badge");
  return (
    <div className="grid items-start gap-x-14 gap-y-8 md:grid-cols-[18rem_minmax(0,1fr)] print:grid-cols-[12rem_minmax(0,1fr)]">
      <TestNotice issuer={issuer} />
      <div className={`w-56 max-w-full md:w-72 print:w-48 ${isRevealed ? "badge-reveal" : ""}`}>
        <Picture
          src={`/images/${badge.image.id}/image.png`}
          alt={t("alt", { name: badge.badge_template.name })}
          width={600}
          height={600}
          className="h-auto w-full"
        />
      </div>
      {/* Short text is centred beside the picture; long text starts at the picture's top. */}
      <div className="flex min-w-0 flex-col justify-center md:min-h-72 print:min-h-48">
        <p className="mb-2.5 text-base text-ink-soft sm:text-lg">{kicker}</p>
        <h1 className="font-heading text-[2.125rem] leading-[1.1] sm:text-5xl">{title}</h1>
        <div className="mt-4 flex items-center gap-3">
          {issuer.photo_url ? (
            <Picture
              src={issuer.photo_url}
              alt=""
              width={40}
              height={40}
              className="size-10 shrink-0 rounded-md border border-line bg-white object-contain"
            />
          ) : null}
          <p className="min-w-0 text-base text-ink-soft">
            {t.rich("issued_by", {
              issuer: () => <IssuerName issuer={issuer} verified={t("verified_domain")} />,
            })}
          </p>
        </div>
        {children}
      </div>
    </div>
  );
}
