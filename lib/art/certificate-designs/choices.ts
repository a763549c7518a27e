/** Choices for forms, as plain data: importing the schemas would bring zod into the browser. */

export const LAYOUTS = ["classic", "band", "letter"] as const;
export const ORIENTATIONS = ["landscape", "portrait"] as const;
export const PAPER_SIZES = ["A4", "LETTER"] as const;
export const FONTS = ["sans", "serif", "classic"] as const;
export const SEALS = ["none", "rosette", "stamp", "ribbon", "badge"] as const;
export const SAMPLES = ["organization", "japanese"] as const;
export const MAX_SIGNATURES = 2;

/** The largest body with a design: its signatures as images in base64. */
export const DESIGN_BODY_LIMIT = 5 * 1024 * 1024;

/** The look of certificates of an organization that has chosen none. */
export const DEFAULT_DESIGN = {
  layout: "classic",
  orientation: "landscape",
  paper_size: "A4",
  color: null,
  show_logo: false,
  show_expiry: true,
  show_qr: true,
  font: "sans",
  seal: "none",
  logo_id: null,
  show_description: false,
  show_skills: false,
  show_time_to_earn: false,
  show_evidence: false,
  show_badge_id: false,
} as const;
