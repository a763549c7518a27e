import { z } from "zod";
import { flag, line, name, optional, optionalNotNull } from "@/lib/kernel/fields";
import { FINISHES, ICONS, PATTERNS, SHAPES } from "@/lib/art/drawing/design";
import { DESIGN_DEFAULTS } from "./choices";

const RIBBON_LENGTH = 60;

/** The design that the art of a badge was drawn from. */
export const BadgeDesign = z
  .strictObject({
    shape: z.enum(SHAPES),
    finish: z.enum(FINISHES),
    pattern: z.enum(PATTERNS),
    color: z.string(),
    accent: z.string().nullable(),
    icon: z.enum(ICONS).nullable(),
    ribbon: z.string(),
    show_name: z.boolean(),
    show_issuer: z.boolean(),
  })
  .meta({ id: "BadgeDesign" });
export type BadgeDesign = z.infer<typeof BadgeDesign>;

const color = () =>
  z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.string().regex(/^#[0-9a-f]{6}$/, "must be a colour such as #1f5f5b"));

/** A design in a request. Every field except the colour has a default. */
export const BadgeDesignInput = z
  .object({
    shape: z.enum(SHAPES).default(DESIGN_DEFAULTS.shape),
    finish: z.enum(FINISHES).default(DESIGN_DEFAULTS.finish),
    pattern: z.enum(PATTERNS).default(DESIGN_DEFAULTS.pattern),
    color: color(),
    accent: optional(color()).transform((value) => value ?? DESIGN_DEFAULTS.accent),
    icon: optional(z.enum(ICONS)).transform((value) => value ?? DESIGN_DEFAULTS.icon),
    ribbon: optional(line(RIBBON_LENGTH)).transform((value) => value ?? DESIGN_DEFAULTS.ribbon),
    show_name: optionalNotNull(flag()).transform((value) => value ?? DESIGN_DEFAULTS.show_name),
    show_issuer: optionalNotNull(flag()).transform((value) => value ?? DESIGN_DEFAULTS.show_issuer),
  })
  .meta({ id: "BadgeDesignInput" });

export const BadgeArtPreviewInput = z
  .object({ name: optional(name()), design: BadgeDesignInput })
  .meta({ id: "BadgeArtPreviewInput" });
export type BadgeArtPreviewInput = z.infer<typeof BadgeArtPreviewInput>;

/** Problems of a drawing: a text that was cut, characters without a glyph, a colour with too little contrast. */
const ART_WARNINGS = ["cut", "not_drawn", "low_contrast"] as const;

export const BadgeArtPreview = z
  .strictObject({
    /** A data URL of the PNG, 600 by 600 pixels, that saving the design would store. */
    image: z.string(),
    warnings: z.array(z.strictObject({ field: z.string(), code: z.enum(ART_WARNINGS), message: z.string() })),
  })
  .meta({ id: "BadgeArtPreview" });
export type BadgeArtPreview = z.infer<typeof BadgeArtPreview>;
