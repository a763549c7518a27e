"use client";

import { useRef, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { FieldError } from "./field";

const MAX_SIDE = 600;
// A request takes 1 MiB in all, and base64 makes four characters out of three bytes.
const MAX_DATA_URL_LENGTH = 900_000;

const loadImageElement = (file: File): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const url = URL.createObjectURL(file);
    const image = new Image();
    image.onload = () => {
      URL.revokeObjectURL(url);
      resolve(image);
    };
    image.onerror = () => {
      URL.revokeObjectURL(url);
      reject(new Error("This file could not be read as an image. Use a PNG, JPEG, WebP, GIF or SVG file."));
    };
    image.src = url;
  });

/**
 * Reads a picture as a data URL, scaled to at most 600 × 600 pixels or the given side, about the size that the service
 * stores. So a photo from a phone fits into the request. Throws an error whose message can be shown.
 */
async function readImageFile(file: File, maxSide = MAX_SIDE): Promise<string> {
  const image = await loadImageElement(file);
  // An SVG without a size has no natural size here, so it is drawn as a square.
  const [width, height] = [image.naturalWidth || maxSide, image.naturalHeight || maxSide];
  const isVector = file.type === "image/svg+xml";
  const scale = isVector ? maxSide / Math.max(width, height) : Math.min(1, maxSide / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const png = canvas.toDataURL("image/png");
  const url = png.length <= MAX_DATA_URL_LENGTH ? png : canvas.toDataURL("image/webp", 0.92);
  if (url.length > MAX_DATA_URL_LENGTH) throw new Error("This image is too large. Use a smaller one.");
  return url;
}

const RASTER_TYPES = "image/png,image/jpeg,image/webp,image/gif";

type ImageChoiceProps = {
  label: string;
  /** A preview of the current picture. */
  picture: ReactNode;
  /** Which files are accepted. */
  hint?: string;
  choose: string;
  /** Further buttons beside the choice, for example to remove the picture. */
  beside?: ReactNode;
  /** Accepts SVG files, too, which are converted to pixels. */
  acceptsSvg?: boolean;
  /** The longer side in pixels to which a picture is scaled; 600 by default. */
  maxSide?: number;
  /** Receives the chosen picture as a data URL. */
  onChoose: (dataUrl: string) => void;
  /** The message for a file that is not a picture; an English default when missing. */
  unreadable?: string;
  error: string | undefined;
};

/** Lets the user choose a picture from a file, with a preview and error messages. */
export function ImageChoice(props: ImageChoiceProps) {
  const { label, picture, hint, choose, beside, acceptsSvg = false, onChoose, unreadable, error } = props;
  const { maxSide } = props;
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const read = async (file: File | undefined) => {
    if (!file) return;
    try {
      setProblem(undefined);
      onChoose(await readImageFile(file, maxSide));
    } catch (failure) {
      setProblem(unreadable ?? (failure instanceof Error ? failure.message : "This file could not be read."));
    }
  };
  return (
    <div role="group" aria-label={label} className="flex flex-wrap items-center gap-5">
      {picture}
      <div className={`flex flex-1 flex-col items-start gap-2 ${hint ? "min-w-56" : "min-w-40"}`}>
        <span className="text-sm font-medium">{label}</span>
        {hint ? <p className="text-[0.8125rem] text-ink-faint">{hint}</p> : null}
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="small" onClick={() => input.current?.click()}>
            {choose}
          </Button>
          {beside}
        </div>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={label}
          accept={acceptsSvg ? `${RASTER_TYPES},image/svg+xml` : RASTER_TYPES}
          onChange={({ target }) => {
            void read(target.files?.[0]);
            // Resets the input so that the same file can be chosen again after it was corrected.
            target.value = "";
          }}
        />
        <FieldError>{problem ?? error}</FieldError>
      </div>
    </div>
  );
}
