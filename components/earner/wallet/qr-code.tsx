import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { buildQrPath, type QrPath } from "./qr-path";
import { QrFile } from "./qr-file";
import { QrPicture } from "./qr-picture";

/** Builds an SVG file of the code, dark on white in every theme. */
const buildSvgFile = ({ path, size }: QrPath): string =>
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
      <QrPicture code={code} label={t("qr_alt")} className="size-40" />
      <a
        href={file}
        download={`${name}.svg`}
        className={buttonClass({ variant: "secondary", size: "small" })}
      >
        {t("qr_download")}
      </a>
      <QrFile address={address} name={`${name}.png`} text={t("qr_download_png")} />
    </div>
  );
}
