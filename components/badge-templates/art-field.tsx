"use client";

import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { BadgeArt, BadgeArtPlaceholder } from "./badge-art";
import { readImageFile } from "./read-image";

type ArtFieldProps = {
  /** A chosen picture as a data URL; empty: none was chosen. */
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
};

/** A picture from a file, with what may be sent said before and what was wrong after. */
export function ArtField({ value, onChange, error }: ArtFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const choose = async (file: File | undefined) => {
    if (!file) return;
    try {
      setProblem(undefined);
      onChange(await readImageFile(file));
    } catch (failure) {
      setProblem(failure instanceof Error ? failure.message : "This file could not be read.");
    }
  };
  return (
    <div role="group" aria-labelledby="art-label" className="flex flex-wrap items-center gap-5">
      {value ? (
        <BadgeArt src={value} name="The chosen file" size={144} className="size-36" />
      ) : (
        <BadgeArtPlaceholder className="size-36" />
      )}
      <div className="flex min-w-56 flex-1 flex-col items-start gap-2">
        <span id="art-label" className="text-sm font-medium">
          Art file
        </span>
        <p className="text-[0.8125rem] text-ink-faint">
          PNG, JPEG, WebP, GIF or SVG of at most 16 megapixels. Square pictures of 600 × 600 pixels look best;
          larger ones are made smaller.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="small" onClick={() => input.current?.click()}>
            {value ? "Choose another file" : "Choose a file"}
          </Button>
          {value ? (
            <Button variant="quiet" size="small" onClick={() => onChange("")}>
              Remove it
            </Button>
          ) : null}
        </div>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Art file"
          accept="image/png,image/jpeg,image/webp,image/gif,image/svg+xml"
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        <FieldError>{problem ?? error}</FieldError>
      </div>
    </div>
  );
}
