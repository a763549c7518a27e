import type { ConsoleMember } from "../../../console-caller";

const DEFAULT_COLOR = "#1f4e79";

/** Returns the initial colour of designs: the organization's colour, or a default. */
export const brandColor = ({ primaryHexColor: own }: ConsoleMember["organization"]): string =>
  own && /^#[0-9a-f]{6}$/i.test(own) ? own.toLowerCase() : DEFAULT_COLOR;
