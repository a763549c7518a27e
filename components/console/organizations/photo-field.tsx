"use client";

import { Button } from "@/components/ui/button";
import { ImageChoice } from "@/components/ui/image-choice";
import { Picture } from "@/components/ui/picture";

type PhotoFieldProps = {
  current: string | null;
  /** A new image as a data URL. Null removes the current image. Empty keeps it. */
  value: string | null;
  onChange: (value: string | null) => void;
  error: string | undefined;
};

const Logo = ({ src }: { src: string | null }) =>
  src ? (
    <Picture
      src={src}
      alt="The logo"
      width={80}
      height={80}
      className="size-20 shrink-0 rounded-lg border border-line object-contain"
    />
  ) : (
    <span aria-hidden="true" className="size-20 shrink-0 rounded-lg border border-dashed border-edge" />
  );

/** The organization's logo, which can be kept, replaced or removed. */
export function PhotoField({ current, value, onChange, error }: PhotoFieldProps) {
  const shown = value === "" ? current : value;
  return (
    <ImageChoice
      label="Logo"
      picture={<Logo src={shown} />}
      choose={shown ? "Replace with a file" : "Choose a file"}
      beside={
        <>
          {value !== "" ? (
            <Button variant="quiet" size="small" onClick={() => onChange("")}>
              Undo
            </Button>
          ) : null}
          {value === "" && current ? (
            <Button variant="quiet" size="small" onClick={() => onChange(null)}>
              Remove
            </Button>
          ) : null}
        </>
      }
      acceptsSvg
      onChoose={onChange}
      error={error}
    />
  );
}
