"use client";

import { useTranslations } from "next-intl";
import { applyAppearance, type Theme } from "@/components/ui/page/appearance";

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
