import { buttonClass } from "./button";
import { QrFile } from "./qr-file";
import { buildQrPath, type QrPath } from "@/lib/kernel/qr-path";
import { QrPicture } from "./qr-picture";

/** Builds an SVG file of the code, dark on white in every theme. */
const buildSvgFile = ({ path, size }: QrPath): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 10}" height="${size * 10}">`,
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`,
  ].join("");

type QrCodeProps = {
  address: string;
  /** The name of the files, without their ending. */
  name: string;
  texts: { picture: string; svg: string; png: string };
};

/** An address as a QR code, shown and as downloads. */
export function QrCode({ address, name, texts }: QrCodeProps) {
  const code = buildQrPath(address);
  const file = `data:image/svg+xml,${encodeURIComponent(buildSvgFile(code))}`;
  return (
    <div className="flex flex-wrap items-end gap-4">
      <QrPicture code={code} label={texts.picture} className="size-40" />
      <a
        href={file}
        download={`${name}.svg`}
        className={buttonClass({ variant: "secondary", size: "small" })}
      >
        {texts.svg}
      </a>
      <QrFile address={address} name={`${name}.png`} text={texts.png} />
    </div>
  );
}
