import type { Frame, Page } from "@playwright/test";
import axe from "axe-core";

/** Off by default: WCAG 2.2, 2.5.8, 24 px, or as much room around. */
const ALSO = { "target-size": { enabled: true } };

/** What axe judges by colours: all that another scheme can change. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/**
 * What axe finds in a page, or in a frame of it: rule and places. It looks into no frame inside: the gallery's mails
 * may run no scripts, so it would wait for them for ever.
 */
export async function violationsIn(
  place: Page | Frame,
  given: { coloursOnly?: boolean } = {},
): Promise<string[]> {
  if (!(await place.evaluate(() => "axe" in window))) await place.evaluate(axe.source);
  const found = await place.evaluate(
    async (options) =>
      (await (window as unknown as { axe: typeof axe }).axe.run(document, options)).violations,
    {
      iframes: false,
      resultTypes: ["violations" as const],
      ...(given.coloursOnly ? { runOnly: OF_COLOURS } : { rules: ALSO }),
    },
  );
  return found.map(({ id, nodes }) => `${id} ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}
