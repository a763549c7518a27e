import { buttonClass } from "./button";

/** The classes of a button or link that shares a badge or profile. All have the same width, to form a grid. */
export const SHARE_BUTTON = buttonClass(
  { variant: "secondary" },
  "min-h-12 w-full justify-start py-2 text-start whitespace-normal",
);
