"use client";

import Link from "next/link";
import type { CSSProperties } from "react";
import { IssuerName } from "@/components/public/badge/badge-hero";
import { buildAccentPair } from "@/components/ui/accent";
import { Picture } from "@/components/ui/picture";
import type { Organization } from "@/lib/organizations/profile/schema";
import type { PublicDomain } from "@/lib/credentials/public-pages/schema";
import { DARK, LIGHT } from "@/lib/kernel/palette";
import type { ProfileValues } from "./profile-values";

/** Returns the brand colours of badge pages as CSS variables. */
function brandStyle(color: string): CSSProperties {
  const { light, dark } = buildAccentPair(color) ?? { light: LIGHT.accent, dark: DARK.accent };
  return { "--brand-light": light, "--brand-dark": dark } as CSSProperties;
}

type IssuerPreviewProps = {
  organization: Organization;
  domain: PublicDomain | null;
  /** The settings page of the domain. */
  domainHref: string;
  values: ProfileValues;
};

/** How the organization appears on the page of a badge that it issued. */
export function IssuerPreview({ organization, domain, domainHref, values }: IssuerPreviewProps) {
  const { name, primary_hex_color: color, bio, photo } = values;
  const logo = photo === "" ? organization.photo_url : photo;
  return (
    <section
      aria-label="Preview"
      className="brand rounded-xl border border-line p-6"
      style={brandStyle(color)}
    >
      <h2 className="mb-4 text-2xs text-ink-faint">Badge page preview</h2>
      {logo ? (
        <Picture
          src={logo}
          alt=""
          width={56}
          height={56}
          className="mb-4 size-14 rounded-lg object-contain"
        />
      ) : null}
      <p className="text-ink-soft">Nia Adeyemi earned</p>
      <p className="font-heading mt-1 text-3xl leading-tight">Badge name</p>
      <p className="mt-3 text-ink-soft">
        Issued by <IssuerName issuer={{ name: name || "Your organization", domain }} />
      </p>
      {bio ? <p className="mt-3 text-sm whitespace-pre-line text-ink-soft">{bio}</p> : null}
      <p className="mt-5">
        <span
          aria-hidden="true"
          className="inline-flex min-h-10 items-center rounded-lg bg-accent px-4 text-sm font-medium text-on-accent"
        >
          Verify this badge
        </span>
      </p>
      {domain ? null : (
        <p className="mt-5 border-t border-line pt-3 text-2xs text-ink-faint">
          Verified domains appear next to your name.{" "}
          <Link href={domainHref} className="text-accent underline underline-offset-4">
            Verify a domain
          </Link>
        </p>
      )}
    </section>
  );
}
