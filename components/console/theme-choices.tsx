"use client";

import { useState } from "react";
import { MenuHeading, MenuRadios } from "@/components/ui/menu";

const LOOKS = [
  { value: "", label: "As the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

const YEAR_SECONDS = 365 * 24 * 3_600;

/** The root says how the page looks (app/layout.tsx); the cookie, how the next one shall. */
function wear(look: string): void {
  const { dataset } = document.documentElement;
  if (look === "") delete dataset.theme;
  else dataset.theme = look;
  document.cookie = `theme=${look}; Path=/; SameSite=Lax; Max-Age=${look === "" ? 0 : YEAR_SECONDS}`;
}

/** Light, dark, or as the system wants it. It stands in a menu, so it is never rendered on the server. */
export function ThemeChoices() {
  const [look, setLook] = useState(() => document.documentElement.dataset.theme ?? "");
  const choose = (next: string) => {
    wear(next);
    setLook(next);
  };
  return (
    <>
      <MenuHeading>Look</MenuHeading>
      <MenuRadios label="Look" value={look} options={LOOKS} onChange={choose} />
    </>
  );
}
