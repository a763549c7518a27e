import type { QrPath } from "@/lib/kernel/qr-path";

/** A QR code, dark on white in every theme. */
export const QrPicture = ({ code, label, className }: { code: QrPath; label: string; className: string }) => (
  <svg
    viewBox={`0 0 ${code.size} ${code.size}`}
    role="img"
    aria-label={label}
    shapeRendering="crispEdges"
    className={`rounded-lg border border-line bg-white ${className}`}
  >
    <path fill="#fff" d={`M0 0h${code.size}v${code.size}H0z`} />
    <path fill="#000" d={code.path} />
  </svg>
);
