"use client";

import { useRef, useState, type ReactNode } from "react";
import { Button } from "./button";
import { FieldError } from "./field";
import { readImageFile } from "./read-image";

const PIXELS = "image/png,image/jpeg,image/webp,image/gif";

type ImageChoiceProps = {
  label: string;
  /** What of the present picture is to be seen. */
  picture: ReactNode;
  /** What may be sent. */
  hint?: string;
  choose: string;
  /** Further ways on beside the choice: to remove the picture, say. */
  beside?: ReactNode;
  /** A drawing is made into pixels, so that it can be taken too. */
  takesDrawings?: boolean;
  /** Takes the chosen picture as a data URL. */
  onChoose: (dataUrl: string) => void;
  /** The sentence for a file that is no picture; in the browser's own words (English) when it is not given. */
  unreadable?: string;
  error: string | undefined;
};

/** A picture from a file: seen before it is sent, with what is wrong with it said here. */
export function ImageChoice(props: ImageChoiceProps) {
  const { label, picture, hint, choose, beside, takesDrawings = false, onChoose, unreadable, error } = props;
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const read = async (file: File | undefined) => {
    if (!file) return;
    try {
      setProblem(undefined);
      onChoose(await readImageFile(file));
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
          accept={takesDrawings ? `${PIXELS},image/svg+xml` : PIXELS}
          onChange={({ target }) => {
            void read(target.files?.[0]);
            // The same file can be chosen again, once it is mended.
            target.value = "";
          }}
        />
        <FieldError>{problem ?? error}</FieldError>
      </div>
    </div>
  );
}
