"use client";

import { buttonClass } from "./button";
import { buildQrPath, type QrPath } from "@/lib/kernel/qr-path";

/** The width of the picture is at least this many pixels, and a whole number of pixels for each module. */
const MIN_WIDTH = 1024;

/** Draws the code, dark on white, and returns a PNG. */
function drawPng({ path, size }: QrPath): Promise<Blob | null> {
  const scale = Math.ceil(MIN_WIDTH / size);
  const canvas = document.createElement("canvas");
  canvas.width = size * scale;
  canvas.height = size * scale;
  const context = canvas.getContext("2d");
  if (!context) return Promise.resolve(null);
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.fillStyle = "#000";
  context.fill(new Path2D(path));
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

async function saveFile(address: string, name: string): Promise<void> {
  const blob = await drawPng(buildQrPath(address));
  if (!blob) return;
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Saves the QR code of an address as a PNG, which the browser draws. */
export const QrFile = ({ address, name, text }: { address: string; name: string; text: string }) => (
  <button
    type="button"
    onClick={() => void saveFile(address, name)}
    className={buttonClass({ variant: "secondary", size: "small" }, "noscript:hidden")}
  >
    {text}
  </button>
);
