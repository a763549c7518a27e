import { useTranslations } from "next-intl";
import qrcode from "qrcode-generator";
import { buttonClass } from "@/components/ui/button";

/** The quiet zone around the code, in modules (ISO/IEC 18004: four). */
const QUIET_ZONE = 4;

/** Builds an SVG path of the dark modules of the code for an address, in units of a module, and the size with rim. */
export function buildQrPath(address: string): { path: string; size: number } {
  // Type 0: as large as the text needs. Level M corrects 15 % of damage.
  const code = qrcode(0, "M");
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

/** Builds an SVG file of the code, dark on white in every theme. */
const buildSvgFile = ({ path, size }: ReturnType<typeof buildQrPath>): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 10}" height="${size * 10}">`,
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`,
  ].join("");

/** The address of a badge as a QR code, shown and as a download. */
export function QrCode({ address, name }: { address: string; name: string }) {
  const t = useTranslations("wallet.badge");
  const code = buildQrPath(address);
  const file = `data:image/svg+xml,${encodeURIComponent(buildSvgFile(code))}`;
  return (
    <div className="flex flex-wrap items-end gap-4">
      <svg
        viewBox={`0 0 ${code.size} ${code.size}`}
        role="img"
        aria-label={t("qr_alt")}
        shapeRendering="crispEdges"
        className="size-40 rounded-lg border border-line bg-white"
      >
        <path fill="#fff" d={`M0 0h${code.size}v${code.size}H0z`} />
        <path fill="#000" d={code.path} />
      </svg>
      <a
        href={file}
        download={`${name}.svg`}
        className={buttonClass({ variant: "secondary", size: "small" })}
      >
        {t("qr_download")}
      </a>
    </div>
  );
}
