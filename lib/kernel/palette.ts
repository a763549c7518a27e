type Colors = Record<"canvas" | "ink" | "inkSoft" | "line" | "accent", string>;

/* The colours of app/globals.css, for what is drawn without that style sheet. A test compares them. */

/** The colours on a light ground, by role. */
export const LIGHT: Colors = {
  canvas: "#ffffff",
  ink: "#1c1b19",
  inkSoft: "#55534d",
  line: "#e6e4de",
  accent: "#1f4e79",
};

/** The same on a dark ground. */
export const DARK: Colors = {
  canvas: "#171614",
  ink: "#f2f0ea",
  inkSoft: "#bcb9b0",
  line: "#34322e",
  accent: "#93bde6",
};
