/** What a form shows or counts before it judges anything, as data: the schemas bring a large library along. */

/** What a design is where nothing is said of it but the colour. */
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
