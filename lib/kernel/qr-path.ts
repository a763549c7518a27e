import qrcode from "qrcode-generator";

/** The quiet zone around the code, in modules (ISO/IEC 18004: four). */
export const QUIET_ZONE = 4;

/** An SVG path of the dark modules of a QR code, in units of a module, and the size with its rim. */
export type QrPath = { path: string; size: number };

/** Builds an SVG path of the dark modules of the code for an address, in units of a module, and the size with rim. */
export function buildQrPath(address: string, level: "L" | "M" = "M"): QrPath {
  // Type 0: as large as the text needs. Level M corrects 15 % of damage, L 7 %, which is enough on a screen.
  const code = qrcode(0, level);
  code.addData(address);
  code.make();
  const count = code.getModuleCount();
  const indices = Array.from({ length: count }, (_, index) => index);
  const squares = indices.flatMap((row) =>
    indices
      .filter((column) => code.isDark(row, column))
      .map((column) => `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h1v1h-1z`),
  );
  return { path: squares.join(""), size: count + 2 * QUIET_ZONE };
}
