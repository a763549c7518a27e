"use client";

import { useFormContext, useWatch } from "react-hook-form";
import { suggestColours } from "@/components/ui/accent";
import { Checkbox, Fieldset } from "@/components/ui/choice";
import { ChoiceCard } from "@/components/ui/choice-card";
import { Field, Input, Select } from "@/components/ui/field";
import type { BadgeDesign } from "@/lib/art/design/schema";
import { FINISHES, PATTERNS, SHAPES } from "@/lib/art/drawing/design";
import { ColorField } from "./color-field";
import { useDesignPreview } from "./design-preview";
import { IconChoice } from "./icon-choice";
import type { RelatedChoices } from "./related-choices";
import { ShapeIcon } from "./shape-icon";
import type { TemplateValues } from "./template-values";

const FINISH_TEXTS: Record<BadgeDesign["finish"], { label: string; hint: string }> = {
  solid: { label: "Solid", hint: "Text on the colour" },
  paper: { label: "Paper", hint: "Text on a pale tint" },
  dark: { label: "Night", hint: "Text on a deep tone" },
};

const PATTERN_LABELS: Record<BadgeDesign["pattern"], string> = {
  braid: "Braid",
  barleycorn: "Barleycorn",
  rays: "Rays",
  ripples: "Ripples",
  scales: "Scales",
  plain: "Plain",
};

/** Metallic colours, which go with every colour. */
const METALS = ["#d4a017", "#9aa3ad", "#b0703c"];

function ShapeChoice() {
  const { register } = useFormContext<TemplateValues>();
  return (
    <Fieldset legend="Shape">
      <div className="flex flex-wrap gap-1.5">
        {SHAPES.map((shape) => (
          <ChoiceCard
            key={shape}
            {...register("design.shape")}
            value={shape}
            label={shape}
            className="size-14"
          >
            <ShapeIcon shape={shape} />
          </ChoiceCard>
        ))}
      </div>
    </Fieldset>
  );
}

function FinishChoice() {
  const { register } = useFormContext<TemplateValues>();
  return (
    <Fieldset legend="Finish">
      <div className="grid grid-cols-3 gap-1.5">
        {FINISHES.map((finish) => (
          <ChoiceCard
            key={finish}
            {...register("design.finish")}
            value={finish}
            className="min-h-14 flex-col px-2 py-2 text-center"
          >
            <span className="text-sm font-medium">{FINISH_TEXTS[finish].label}</span>
            <span className="text-2xs text-ink-faint">{FINISH_TEXTS[finish].hint}</span>
          </ChoiceCard>
        ))}
      </div>
    </Fieldset>
  );
}

function ColourFields({ brand }: { brand: string }) {
  const { register, control } = useFormContext<TemplateValues>();
  const hasAccent = useWatch({ control, name: "design.has_accent" });
  const swatches = suggestColours(brand);
  return (
    <>
      <ColorField
        name="design.color"
        label="Colour"
        hint="Choose a suggested colour or enter any other."
        swatches={swatches}
      />
      <Checkbox
        {...register("design.has_accent")}
        label="Use a second colour"
        hint="For the ring, the icon and the ribbon."
      />
      {hasAccent ? (
        <ColorField
          name="design.accent"
          label="Second colour"
          hint="Metallic colours go with most colours."
          swatches={[...METALS, ...swatches.slice(1)]}
        />
      ) : null}
    </>
  );
}

function TextFields() {
  const { register, formState } = useFormContext<TemplateValues>();
  const { warnings } = useDesignPreview();
  const ribbonWarning = warnings["design.ribbon"];
  const textWarning = warnings.name ?? warnings["design.show_issuer"];
  return (
    <>
      <Field
        label="Ribbon"
        optional
        hint={
          ribbonWarning ? (
            <span className="text-caution">The ribbon {ribbonWarning}.</span>
          ) : (
            "Short text across the badge, such as a level or a year."
          )
        }
        error={formState.errors.design?.ribbon?.message}
      >
        {(ids) => <Input {...ids} {...register("design.ribbon")} maxLength={60} />}
      </Field>
      <Fieldset
        legend="Text on the badge"
        hint={textWarning ? <span className="text-caution">The text {textWarning}.</span> : null}
      >
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          <Checkbox {...register("design.show_name")} label="Badge name" />
          <Checkbox {...register("design.show_issuer")} label="Organization name" />
        </div>
      </Fieldset>
    </>
  );
}

/** The form for designing a badge image. `brand` is the organization's colour. */
export function Designer({ brand, icons }: { brand: string; icons: RelatedChoices["icons"] }) {
  const { register } = useFormContext<TemplateValues>();
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <ShapeChoice />
      <FinishChoice />
      <ColourFields brand={brand} />
      <IconChoice icons={icons} />
      <Field label="Ring pattern" className="max-w-56">
        {(ids) => (
          <Select {...ids} {...register("design.pattern")}>
            {PATTERNS.map((pattern) => (
              <option key={pattern} value={pattern}>
                {PATTERN_LABELS[pattern]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <TextFields />
    </div>
  );
}
