"use client";

import { useTranslations, useLocale } from "next-intl";
import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import { endSession } from "@/components/account/sign-out";
import { applyAppearance, type Theme } from "@/components/ui/page/appearance";
import { LanguageSwitch } from "@/components/ui/page/language-switch";
import { PopupDetails } from "./popup-details";

/** Links to this page in the other languages, with its current filters. */
export function LanguageList() {
  const t = useTranslations("common");
  const query = Object.fromEntries(useSearchParams());
  return <LanguageSwitch label={t("language")} locale={useLocale()} query={query} fold={PopupDetails} />;
}

const THEMES: readonly Theme[] = ["", "light", "dark"];

/** A choice between the light theme, the dark theme and the theme of the system. */
export function ThemeChoice({ theme }: { theme: Theme }) {
  const t = useTranslations("wallet.nav");
  const words = { "": t("look_system"), light: t("look_light"), dark: t("look_dark") };
  return (
    <fieldset className="px-3 pb-2">
      <legend className="pt-2.5 pb-0.5 text-[0.8125rem] text-ink-faint">{t("look")}</legend>
      {THEMES.map((each) => (
        <label key={each} className="flex min-h-8 items-center gap-2.5 text-sm">
          <input
            type="radio"
            name="look"
            defaultChecked={each === theme}
            onChange={() => applyAppearance("theme", each)}
            className="size-4.5 accent-accent"
          />
          {words[each]}
        </label>
      ))}
    </fieldset>
  );
}

/** Ends the session in this browser. */
export function SignOut() {
  const t = useTranslations("common");
  return (
    <button
      type="button"
      onClick={() => void endSession()}
      className="flex min-h-9 w-full items-center rounded-lg px-3 text-start text-sm hover:bg-sunken"
    >
      {t("sign_out")}
    </button>
  );
}

const PAGES = [
  ["badges", "/wallet"],
  ["employers", "/wallet/employers"],
  ["applications", "/wallet/applications"],
  ["account", "/wallet/account"],
] as const;

const LINK = [
  "inline-flex min-h-9 items-center rounded-lg px-3 text-sm text-ink-soft no-underline hover:bg-sunken hover:text-ink",
  "aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent",
].join(" ");

/** Returns the section of a path. All pages about badges belong to one section. */
const findSection = (path: string): string =>
  PAGES.find(([name, href]) => name !== "badges" && path.startsWith(href))?.[1] ?? "/wallet";

/** The navigation between the sections of the wallet. */
export function NavLinks() {
  const t = useTranslations("wallet.nav");
  const path = usePathname();
  const section = findSection(path);
  return (
    <nav aria-label={t("label")}>
      <ul className="-mx-3 flex flex-wrap gap-1">
        {PAGES.map(([name, href]) => (
          <li key={href}>
            <Link
              prefetch={false}
              href={href}
              aria-current={href === path ? "page" : href === section ? "true" : undefined}
              className={LINK}
            >
              {t(name)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
