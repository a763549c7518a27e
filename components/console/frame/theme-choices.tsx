"use client";

import { useState } from "react";
import { wearLook } from "@/components/ui/look";
import { MenuHeading, MenuRadios } from "@/components/ui/menu";

const LOOKS = [
  { value: "", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** The choice of theme: light, dark, or that of the system. Part of a menu, so never rendered on the server. */
export function ThemeChoices() {
  const [look, setLook] = useState(() => document.documentElement.dataset.theme ?? "");
  const choose = (next: string) => {
    wearLook(next);
    setLook(next);
  };
  return (
    <>
      <MenuHeading>Appearance</MenuHeading>
      <MenuRadios label="Appearance" value={look} options={LOOKS} onChange={choose} />
    </>
  );
}
