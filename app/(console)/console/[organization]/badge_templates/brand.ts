import type { Member } from "../../../console-caller";

const DEFAULT_COLOR = "#1f4e79";

/** The colour that designs begin with: the organization's own, if it has one. */
export const brandOf = ({ primaryHexColor: own }: Member["organization"]): string =>
  own && /^#[0-9a-f]{6}$/i.test(own) ? own.toLowerCase() : DEFAULT_COLOR;
