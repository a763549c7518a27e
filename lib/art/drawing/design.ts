/**
 * The parts of a badge design, as data. Safe to import in the browser, so forms offer exactly what the service draws.
 */

export const SHAPES = ["circle", "rosette", "hexagon", "octagon", "square", "shield", "arch"] as const;
export type Shape = (typeof SHAPES)[number];

/** Where the colour is used: on the plate under the text, in the ring around a pale plate, or around a dark one. */
export const FINISHES = ["solid", "paper", "dark"] as const;
export type Finish = (typeof FINISHES)[number];

/** The engraving of the ring. */
export const PATTERNS = ["braid", "barleycorn", "rays", "ripples", "scales", "plain"] as const;
export type Pattern = (typeof PATTERNS)[number];

/** Icons of Lucide, by Lucide's names. */
export const ICONS = [
  "award",
  "trophy",
  "medal",
  "star",
  "crown",
  "gem",
  "badge-check",
  "shield-check",
  "graduation-cap",
  "book-open",
  "library",
  "lightbulb",
  "brain",
  "puzzle",
  "target",
  "flag",
  "rocket",
  "compass",
  "mountain",
  "anchor",
  "code",
  "terminal",
  "database",
  "cpu",
  "bot",
  "globe",
  "lock",
  "key",
  "chart-line",
  "chart-pie",
  "calculator",
  "sigma",
  "atom",
  "flask-conical",
  "microscope",
  "dna",
  "leaf",
  "sprout",
  "sun",
  "flame",
  "zap",
  "heart",
  "heart-handshake",
  "handshake",
  "users",
  "messages-square",
  "megaphone",
  "languages",
  "pen-tool",
  "palette",
  "camera",
  "film",
  "guitar",
  "mic",
  "hammer",
  "wrench",
  "cog",
  "stethoscope",
  "accessibility",
  "scale",
  "landmark",
  "briefcase",
  "utensils",
] as const;
export type Icon = (typeof ICONS)[number];

/** A badge design. Colours are #rrggbb. */
export interface Design {
  shape: Shape;
  finish: Finish;
  pattern: Pattern;
  color: string;
  /** The second colour, for ring, icon and ribbon. Null: these use the first colour. */
  accent: string | null;
  icon: Icon | null;
  /** The text on the ribbon. Empty: no ribbon. */
  ribbon: string;
  show_name: boolean;
  show_issuer: boolean;
}
