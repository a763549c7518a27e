import type { Page } from "@playwright/test";

/** The part of a page that is tabbed through. The frame around `main` is the same on many pages. */
export type TabbedPart = "page" | "main";

type Stop = { name: string; problem: string | null; isNew: boolean };

/** Runs in the page: returns the focused element if it is in this part, and whether it and its focus are visible. */
async function readFocus(part: TabbedPart): Promise<Stop | null> {
  const seen = ((window as unknown as { stops?: Set<Element> }).stops ??= new Set());
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  if (part === "main" && !element.closest("main")) return null;
  // Content that moves into view with the focus gets time to finish, however short.
  const waitForAnimations = (): Promise<unknown> => {
    const isEnding = (one: Animation) => one.effect?.getComputedTiming().endTime !== Infinity;
    const moves = document.getAnimations().filter(isEnding);
    return Promise.all(moves.map((one) => one.finished.catch(() => undefined)));
  };
  await waitForAnimations();
  // A control that is visually hidden shows its focus on the visible element that represents it.
  const findVisibleElement = (): Element => {
    const isShown = element.getBoundingClientRect().width > 1 && getComputedStyle(element).opacity !== "0";
    return isShown ? element : (element.closest("label") ?? element.parentElement ?? element);
  };
  // A card that is covered by its link shows the focus of the link as its own.
  const hasVisibleFocus = (shown: Element): boolean =>
    [shown, ...shown.querySelectorAll("*"), shown.closest("article") ?? shown]
      .map((one) => getComputedStyle(one))
      .some(({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && outlineWidth !== "0px");
  const findPlacementProblem = (shown: Element): string | null => {
    const { left, top, width, height } = shown.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + Math.min(height / 2, 20)];
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return "it is outside";
    const above = document.elementFromPoint(x, y);
    return above && !shown.contains(above) && !above.contains(shown) ? "it is covered" : null;
  };
  const isNew = !seen.has(element);
  seen.add(element);
  const shown = findVisibleElement();
  const label = (element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 40);
  const findProblem = () => (hasVisibleFocus(shown) ? findPlacementProblem(shown) : "its focus is not seen");
  let problem = findProblem();
  if (problem !== null) {
    // Content that appears or disappears with the focus does so in the next frame at the latest.
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    await waitForAnimations();
    problem = findProblem();
  }
  return { name: `${element.tagName.toLowerCase()} "${label}"`, problem, isNew };
}

/** Runs in the page: focuses what is before the first control of this part, as if the page had just been opened. */
function focusStart(part: TabbedPart): void {
  (document.activeElement as HTMLElement | null)?.blur();
  // From an earlier run on the same page.
  delete (window as unknown as { stops?: Set<Element> }).stops;
  const main = part === "main" ? document.querySelector("main") : null;
  if (!main) return;
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
}

/** Runs in the page: lists the focusable elements of this part that were not reached. */
function listUnreached(part: TabbedPart): string[] {
  const seen = (window as unknown as { stops?: Set<Element> }).stops ?? new Set();
  const all = document.querySelectorAll<HTMLElement>(
    "a[href], button, input, select, textarea, summary, [tabindex='0']",
  );
  return [...all]
    .filter((one) => part === "page" || one.closest("main"))
    .filter(
      (one) => !one.matches(":disabled, [tabindex='-1'], input[type=hidden], [data-base-ui-focus-guard]"),
    )
    .filter(
      (one) =>
        one.checkVisibility({ visibilityProperty: true }) && !one.closest("[inert], [hidden], nextjs-portal"),
    )
    .filter((one) => {
      // A group of radio buttons is reached if one of them is.
      const group = one instanceof HTMLInputElement && one.type === "radio" ? one.name : "";
      return (
        group === "" || ![...seen].some((other) => other instanceof HTMLInputElement && other.name === group)
      );
    })
    .filter((one) => !seen.has(one))
    .map(
      (one) =>
        `${one.tagName.toLowerCase()} "${(one.getAttribute("aria-label") ?? one.textContent).trim().slice(0, 40)}"`,
    );
}

const MAX_STOPS = 400;

/** Tabs through a part of the page, and lists the elements that are unreachable or whose focus is not visible. */
export async function listKeyboardProblems(
  page: Page,
  name: string,
  wanted: TabbedPart = "page",
): Promise<string[]> {
  const problems: string[] = [];
  let last = "";
  const part = (await page.locator("main").count()) === 0 ? "page" : wanted;
  // Only the front page has the focus.
  await page.bringToFront();
  await page.evaluate(focusStart, part);
  for (let presses = 0; presses < MAX_STOPS; presses += 1) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(readFocus, part);
    // Complete when the focus is outside, for example in the browser's own controls, or back at the first stop. A date field
    // has several stops.
    if (!at || (!at.isNew && at.name !== last)) break;
    last = at.name;
    // The parts of a date field belong to the browser and show their focus inside.
    if (at.problem && at.isNew) problems.push(`${name}: ${at.name}: ${at.problem}`);
  }
  const left = await page.evaluate(listUnreached, part);
  return [...problems, ...left.map((one) => `${name}: ${one} is not reached`)];
}
