"use client";

import { Button } from "@/components/ui/button";
import { ImageChoice } from "@/components/ui/image-choice";
import { Picture } from "@/components/ui/picture";

type ImageFieldProps = {
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

const Cover = ({ src }: { src: string | null }) =>
  src ? (
    <Picture
      src={src}
      alt="The cover"
      width={288}
      height={72}
      className="h-18 w-72 max-w-full shrink-0 rounded-lg border border-line object-cover"
    />
  ) : (
    <span
      aria-hidden="true"
      className="h-18 w-72 max-w-full shrink-0 rounded-lg border border-dashed border-edge"
    />
  );

const KeepOrRemove = ({ current, value, onChange }: Omit<ImageFieldProps, "error">) => (
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
);

const chooseText = (shown: string | null): string => (shown ? "Replace with a file" : "Choose a file");

/** The organization's logo, which can be kept, replaced or removed. */
export function PhotoField({ error, ...state }: ImageFieldProps) {
  const shown = state.value === "" ? state.current : state.value;
  return (
    <ImageChoice
      label="Logo"
      picture={<Logo src={shown} />}
      choose={chooseText(shown)}
      beside={<KeepOrRemove {...state} />}
      acceptsSvg
      onChoose={state.onChange}
      error={error}
    />
  );
}

/** The wide picture at the top of the organization's public page, which can be kept, replaced or removed. */
export function CoverField({ error, ...state }: ImageFieldProps) {
  const shown = state.value === "" ? state.current : state.value;
  return (
    <ImageChoice
      label="Cover"
      picture={<Cover src={shown} />}
      hint="Shown at the top of your public page, cropped to 1440 × 360 pixels."
      choose={chooseText(shown)}
      beside={<KeepOrRemove {...state} />}
      maxSide={1_440}
      acceptsSvg
      onChoose={state.onChange}
      error={error}
    />
  );
}
