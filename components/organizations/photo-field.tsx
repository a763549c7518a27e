"use client";

import { useRef, useState } from "react";
import { readImageFile } from "@/components/badge-templates/read-image";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { Picture } from "@/components/ui/picture";

type PhotoFieldProps = {
  current: string | null;
  /** A chosen picture as a data URL; null: none from now on; empty: the present one stays. */
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

/** The organization's logo: the one it has, one from a file, or none. */
export function PhotoField({ current, value, onChange, error }: PhotoFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const shown = value === "" ? current : value;
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
    <div role="group" aria-labelledby="photo-label" className="flex items-center gap-5">
      <Logo src={shown} />
      <div className="flex min-w-0 flex-col gap-2">
        <span id="photo-label" className="text-sm font-medium">
          Logo
        </span>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="small" onClick={() => input.current?.click()}>
            {shown ? "Replace with a file" : "Choose a file"}
          </Button>
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
        </div>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Logo file"
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
