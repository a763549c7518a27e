/** Choices for forms, as plain data: importing the schemas would bring zod into the browser. */

/** The values of a design that are used when a request gives only the colour. */
export const DESIGN_DEFAULTS = {
  shape: "circle",
  finish: "solid",
  pattern: "braid",
  accent: null,
  icon: null,
  ribbon: "",
  show_name: true,
  show_issuer: true,
} as const;
