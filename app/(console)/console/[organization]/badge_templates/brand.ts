import { LIGHT } from "@/lib/kernel/palette";
import type { ConsoleMember } from "../../../console-caller";

/** Returns the initial colour of designs: the organization's colour, or a default. */
export const brandColor = ({ primaryHexColor: own }: ConsoleMember["organization"]): string =>
  own && /^#[0-9a-f]{6}$/i.test(own) ? own.toLowerCase() : LIGHT.accent;
