"use client";

import { Button } from "@/components/ui/button";
import { ImageChoice } from "@/components/ui/image-choice";
import { BadgeArt, BadgeArtPlaceholder } from "@/components/public/badge/badge-art";

type ArtFieldProps = {
  /** The selected image as a data URL, or empty. */
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
};

const HINT = "PNG, JPEG, WebP, GIF or SVG, up to 16 megapixels. Square images of 600 × 600 pixels look best.";

/** Uploads an image, with the accepted formats as a hint and errors below. */
export const ArtField = ({ value, onChange, error }: ArtFieldProps) => (
  <ImageChoice
    label="Badge image"
    picture={
      value ? (
        <BadgeArt src={value} name="Selected image" size={144} className="size-36" />
      ) : (
        <BadgeArtPlaceholder className="size-36" />
      )
    }
    hint={HINT}
    choose={value ? "Choose another file" : "Choose a file"}
    beside={
      value ? (
        <Button variant="quiet" size="small" onClick={() => onChange("")}>
          {" "}
          Remove image{" "}
        </Button>
      ) : null
    }
    acceptsSvg
    onChoose={onChange}
    error={error}
  />
);
