"use client";

import { Controller, useFormContext } from "react-hook-form";
import { Field, Input } from "@/components/ui/field";
import { useDesignPreview } from "./design-preview";
import type { TemplateValues } from "./template-values";

type ColorFieldProps = {
  name: "design.color" | "design.accent";
  label: string;
  hint: string;
  swatches: string[];
};

const FULL_HEX_COLOR = /^#[0-9a-f]{6}$/i;

type SwatchesProps = {
  label: string;
  swatches: string[];
  value: string;
  onChoose: (colour: string) => void;
};

const Swatches = ({ label, swatches, value, onChoose }: SwatchesProps) => (
  <div role="group" aria-label={`Suggested for ${label.toLowerCase()}`} className="flex flex-wrap gap-1">
    {swatches.map((swatch) => (
      <button
        key={swatch}
        type="button"
        aria-label={swatch}
        aria-pressed={swatch === value.toLowerCase()}
        onClick={() => onChoose(swatch)}
        className="size-8 rounded-full border-2 border-line aria-pressed:border-ink"
        style={{ background: swatch }}
      />
    ))}
  </div>
);

/** A colour as text, from the browser's colour picker, or a suggested one. Its hint shows warnings of the preview. */
export function ColorField({ name, label, hint, swatches }: ColorFieldProps) {
  const { control } = useFormContext<TemplateValues>();
  const warning = useDesignPreview().warnings[name];
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <Field
          label={label}
          hint={
            warning ? (
              <span className="text-caution">
                {field.value} {warning}.
              </span>
            ) : (
              hint
            )
          }
          error={fieldState.error?.message}
        >
          {(ids) => (
            <div className="flex flex-wrap items-center gap-2">
              <Input
                {...ids}
                {...field}
                maxLength={7}
                spellCheck={false}
                autoComplete="off"
                className="max-w-32 font-mono"
              />
              <input
                type="color"
                aria-label={`Pick the ${label.toLowerCase()}`}
                value={FULL_HEX_COLOR.test(field.value) ? field.value : "#000000"}
                onChange={(event) => field.onChange(event.target.value)}
                className="h-10 w-12 cursor-pointer rounded-lg border border-edge bg-canvas p-1"
              />
              <Swatches label={label} swatches={swatches} value={field.value} onChoose={field.onChange} />
            </div>
          )}
        </Field>
      )}
    />
  );
}
