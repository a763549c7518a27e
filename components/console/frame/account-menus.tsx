"use client";

import { Check, ChevronsUpDown } from "lucide-react";
import { useState } from "react";
import { Picture } from "@/components/ui/picture";
import {
  Menu,
  MenuHeading,
  MenuItem,
  MenuLink,
  MenuRadios,
  MenuSeparator,
} from "@/components/ui/overlay/menu";
import { applyAppearance } from "@/components/ui/page/appearance";
import { endSession } from "@/components/account/sign-out";

export type OrganizationChoice = { slug: string; name: string; photoUrl: string | null };

const ROW = "flex min-h-11 w-full min-w-0 items-center gap-3 rounded-lg px-2 text-start";

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 32).toUpperCase())
    .join("");

function OrganizationLogo({ organization }: { organization: OrganizationChoice }) {
  if (organization.photoUrl) {
    return (
      <Picture
        src={organization.photoUrl}
        alt=""
        width={32}
        height={32}
        className="size-8 shrink-0 rounded-md object-cover"
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className="flex size-8 shrink-0 items-center justify-center rounded-md bg-accent text-2xs font-semibold text-on-accent"
    >
      {initials(organization.name)}
    </span>
  );
}

type SwitcherProps = { current: OrganizationChoice; organizations: OrganizationChoice[] };

/** The current organization, as a menu when the person belongs to several. */
export function OrganizationSwitcher({ current, organizations }: SwitcherProps) {
  const triggerContent = (
    <>
      <OrganizationLogo organization={current} />
      <span className="min-w-0 flex-1 truncate text-sm font-semibold">{current.name}</span>
    </>
  );
  if (organizations.length < 2) return <div className={ROW}>{triggerContent}</div>;
  return (
    <Menu
      label={`Switch organization (current: ${current.name})`}
      triggerClass={`${ROW} hover:bg-line/60`}
      trigger={
        <>
          {triggerContent}
          <ChevronsUpDown className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
        </>
      }
    >
      <MenuHeading>Organizations</MenuHeading>
      {organizations.map((organization) => (
        <MenuLink
          key={organization.slug}
          href={`/console/${organization.slug}`}
          current={organization.slug === current.slug}
        >
          <span className="min-w-0 flex-1 truncate">{organization.name}</span>
          {organization.slug === current.slug ? (
            <Check className="size-4 text-accent" aria-hidden="true" />
          ) : null}
        </MenuLink>
      ))}
    </Menu>
  );
}

const THEMES = [
  { value: "", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** The choice of theme: light, dark, or that of the system. Part of a menu, so never rendered on the server. */
function ThemeChoices() {
  const [theme, setTheme] = useState(() => document.documentElement.dataset.theme ?? "");
  const choose = (next: string) => {
    applyAppearance("theme", next);
    setTheme(next);
  };
  return (
    <>
      <MenuHeading>Appearance</MenuHeading>
      <MenuRadios label="Appearance" value={theme} options={THEMES} onChange={choose} />
    </>
  );
}

export type SignedInAccount = { name: string; email: string };

/** The menu of the signed-in person: account page, theme, sign-out. */
export function AccountMenu({ person, home }: { person: SignedInAccount; home: string }) {
  return (
    <Menu
      label={`Account of ${person.name}`}
      triggerClass={`${ROW} hover:bg-line/60`}
      trigger={
        <>
          <span
            aria-hidden="true"
            className="flex size-8 shrink-0 items-center justify-center rounded-full border border-line bg-canvas text-2xs font-medium text-ink-soft"
          >
            {initials(person.name)}
          </span>
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm leading-5">{person.name}</span>
            <span className="block truncate text-2xs text-ink-faint">{person.email}</span>
          </span>
          <ChevronsUpDown className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
        </>
      }
    >
      <MenuHeading>Signed in as {person.email}</MenuHeading>
      <MenuLink href={`${home}/account`}>Your account</MenuLink>
      <MenuLink href={`${home}/notices/settings`}>Notice settings</MenuLink>
      <MenuSeparator />
      <ThemeChoices />
      <MenuSeparator />
      <MenuItem onSelect={() => void endSession()}>Sign out</MenuItem>
    </Menu>
  );
}
