"use client";

import { useRef, useState } from "react";
import { BadgeArt, BadgeArtPlaceholder } from "./badge-art";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { readImageFile } from "./read-image";

type ArtFieldProps = {
  /** The picture in force, when the template has one. */
  current: string | null;
  /** A chosen picture as a data URL; empty: none was chosen. */
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
};

/** The badge's picture: the one it has, one from a file, or the one that the service draws. */
export function ArtField({ current, value, onChange, error }: ArtFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const shown = value || current;
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
    <div role="group" aria-labelledby="art-label" className="flex items-center gap-5">
      {shown ? (
        <BadgeArt src={shown} name="" size={96} className="size-24" />
      ) : (
        <BadgeArtPlaceholder className="size-24" />
      )}
      <div className="flex min-w-0 flex-col gap-2">
        <span id="art-label" className="text-sm font-medium">
          Art
        </span>
        <p className="text-[0.8125rem] text-ink-faint">
          {shown
            ? "Square pictures of 600 × 600 pixels look best."
            : "Without a file, art is drawn from the name and your colour."}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="small" onClick={() => input.current?.click()}>
            {shown ? "Replace with a file" : "Choose a file"}
          </Button>
          {value ? (
            <Button variant="quiet" size="small" onClick={() => onChange("")}>
              {current ? "Keep the present art" : "Use generated art"}
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
