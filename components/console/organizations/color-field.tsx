"use client";

import { useWatch, type UseFormReturn } from "react-hook-form";
import { buildAccentPair } from "@/components/ui/accent";
import { Field, Input } from "@/components/ui/field";
import { LIGHT } from "@/lib/kernel/palette";
import type { ProfileValues } from "./profile-values";

/** Returns a hint on the contrast of a colour. */
function contrastHint(color: string): string {
  const accent = buildAccentPair(color);
  if (!accent) return `For example, ${LIGHT.accent}. Leave blank for the default blue.`;
  if (accent.light === color.toLowerCase()) return "Text in this colour is easy to read on white.";
  return `Text in this colour is hard to read on white, so it is darkened to ${accent.light} there.`;
}

/** The organization's colour, as text or from a colour picker, with a hint on its contrast. */
export function ColorField({ form }: { form: UseFormReturn<ProfileValues> }) {
  const color = useWatch({ control: form.control, name: "primary_hex_color" });
  const isColor = /^#[0-9a-f]{6}$/i.test(color);
  return (
    <Field
      label="Colour"
      optional
      hint={contrastHint(color)}
      error={form.formState.errors.primary_hex_color?.message}
    >
      {(ids) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label="Pick the colour"
            value={isColor ? color : LIGHT.accent}
            onChange={(event) =>
              form.setValue("primary_hex_color", event.target.value, { shouldDirty: true })
            }
            className="h-10 w-14 shrink-0 rounded-lg border border-edge bg-canvas p-1"
          />
          <Input
            {...ids}
            {...form.register("primary_hex_color")}
            maxLength={7}
            placeholder={LIGHT.accent}
            className="font-mono"
          />
        </div>
      )}
    </Field>
  );
}
