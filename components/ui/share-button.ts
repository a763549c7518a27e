import { buttonClass } from "./button";

/** The classes of a way to share a badge or profile. All have the same width, so that they form a grid. */
export const SHARE_BUTTON = buttonClass(
  { variant: "secondary" },
  "min-h-12 w-full justify-start py-2 text-start whitespace-normal",
);
