import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { DARK, LIGHT } from "@/lib/kernel/palette";

const css = readFileSync("app/globals.css", "utf8");

/** The pair of a role: `--ink-soft: light-dark(#55534d, #bcb9b0)`. The accent's are the fallbacks of a brand's. */
function readPair(role: string): string[] {
  const name = role.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const [, pair = ""] = new RegExp(`--${name}: light-dark\\((.*)\\);`).exec(css) ?? [];
  return pair.match(/#[0-9a-f]{6}/g) ?? [];
}

it.each(Object.keys(LIGHT) as (keyof typeof LIGHT)[])("%s is that of the style sheet", (role) => {
  expect(readPair(role)).toEqual([LIGHT[role], DARK[role]]);
});
