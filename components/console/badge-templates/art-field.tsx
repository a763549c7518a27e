"use client";

import { Button } from "@/components/ui/button";
import { ImageChoice } from "@/components/ui/image-choice";
import { BadgeArt, BadgeArtPlaceholder } from "@/components/public/badge/badge-art";

type ArtFieldProps = {
  /** A chosen picture as a data URL; empty: none was chosen. */
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
};

const HINT =
  "PNG, JPEG, WebP, GIF or SVG of at most 16 megapixels. Square pictures of 600 × 600 pixels look best; larger ones are made smaller.";

/** A picture from a file, with what may be sent said before and what was wrong after. */
export const ArtField = ({ value, onChange, error }: ArtFieldProps) => (
  <ImageChoice
    label="Art file"
    picture={
      value ? (
        <BadgeArt src={value} name="The chosen file" size={144} className="size-36" />
      ) : (
        <BadgeArtPlaceholder className="size-36" />
      )
    }
    hint={HINT}
    choose={value ? "Choose another file" : "Choose a file"}
    beside={
      value ? (
        <Button variant="quiet" size="small" onClick={() => onChange("")}>
          Remove it
        </Button>
      ) : null
    }
    takesDrawings
    onChoose={onChange}
    error={error}
  />
);
