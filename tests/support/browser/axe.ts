import type { Frame, Page } from "@playwright/test";
import axe from "axe-core";

/** Off by default: WCAG 2.2, 2.5.8, 24 px, or as much space around. */
const EXTRA_RULES = { "target-size": { enabled: true } };

/** The rules that depend on colours, which are all that another colour scheme can change. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Lists axe's findings in a page or in one of its frames: rule and places. It skips nested frames: the gallery's mails
 * may not run scripts, so axe would wait for them without end.
 */
export async function listViolations(
  place: Page | Frame,
  given: { coloursOnly?: boolean } = {},
): Promise<string[]> {
  if (!(await place.evaluate(() => "axe" in window))) await place.evaluate(axe.source);
  const found = await place.evaluate(
    async (options) =>
      (await (window as unknown as { axe: typeof axe }).axe.run(document, options)).violations,
    {
      iframes: false,
      // No rule that runs here reads the style sheets and videos that axe would fetch first.
      preload: false,
      resultTypes: ["violations" as const],
      ...(given.coloursOnly ? { runOnly: COLOUR_RULES } : { rules: EXTRA_RULES }),
    },
  );
  return found.map(({ id, nodes }) => `${id} ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}
