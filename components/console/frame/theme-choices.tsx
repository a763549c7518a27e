"use client";

import { useState } from "react";
import { applyAppearance } from "@/components/ui/page/appearance";
import { MenuHeading, MenuRadios } from "@/components/ui/overlay/menu";

const THEMES = [
  { value: "", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** The choice of theme: light, dark, or that of the system. Part of a menu, so never rendered on the server. */
export function ThemeChoices() {
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
