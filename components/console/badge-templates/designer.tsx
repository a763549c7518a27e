"use client";

import { useFormContext, useWatch, Controller } from "react-hook-form";
import { suggestColours } from "@/components/ui/page/accent";
import { Checkbox, Fieldset } from "@/components/ui/form/choice";
import { ChoiceCard } from "@/components/ui/form/choice-card";
import { Field, Input, Select } from "@/components/ui/form/field";
import type { BadgeDesign } from "@/lib/art/design/schema";
import { FINISHES, PATTERNS, SHAPES } from "@/lib/art/drawing/design";
import { useDesignPreview } from "./design-preview";
import type { RelatedChoices } from "./related-choices";
import type { TemplateValues } from "./template-values";
import { Ban } from "lucide-react";
import { createElement } from "react";

const petals = Array.from({ length: 48 }, (_, index) => {
  const angle = (index / 48) * 2 * Math.PI;
  const reach = index % 4 < 2 ? 10.6 : 9.6;
  return `${(12 + reach * Math.sin(angle)).toFixed(2)} ${(12 - reach * Math.cos(angle)).toFixed(2)}`;
});

/** The outline of each shape on a 24 × 24 grid. */
const OUTLINES: Record<BadgeDesign["shape"], string> = {
  circle: "M12 1.8a10.2 10.2 0 1 1 0 20.4a10.2 10.2 0 1 1 0-20.4Z",
  rosette: `M${petals.join("L")}Z`,
  hexagon: "M12 1.5 21.1 6.75v10.5L12 22.5 2.9 17.25V6.75Z",
  octagon: "M7.9 2.2h8.2l5.7 5.7v8.2l-5.7 5.7H7.9l-5.7-5.7V7.9Z",
  square: "M5.5 2.5h13a3 3 0 0 1 3 3v13a3 3 0 0 1-3 3h-13a3 3 0 0 1-3-3v-13a3 3 0 0 1 3-3Z",
  shield: "M3.5 2.6h17v7.2c0 5.6-3.6 9.6-8.5 12c-4.9-2.4-8.5-6.4-8.5-12Z",
  arch: "M12 2a8.8 8.8 0 0 1 8.8 8.8V20a2 2 0 0 1-2 2H5.2a2 2 0 0 1-2-2v-9.2A8.8 8.8 0 0 1 12 2Z",
};

/** An icon of a badge shape. */
const ShapeIcon = ({ shape }: { shape: BadgeDesign["shape"] }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true" className="size-8">
    <path d={OUTLINES[shape]} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
  </svg>
);

type Icons = RelatedChoices["icons"];

const iconLabel = (name: string): string => name.replaceAll("-", " ");

const IconDrawing = ({ lines }: Pick<Icons[number], "lines">) => (
  <svg
    viewBox="0 0 24 24"
    aria-hidden="true"
    className="size-5"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    {lines.map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes }))}
  </svg>
);

/** The icon above the name, or none. A radio group: one Tab stop, and the arrow keys move between icons. */
function IconChoice({ icons }: { icons: Icons }) {
  const { register } = useFormContext<TemplateValues>();
  return (
    <Fieldset legend="Icon">
      <div className="grid max-h-64 grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))] gap-1.5 overflow-y-auto p-1">
        <ChoiceCard {...register("design.icon")} value="" label="No icon" className="h-11">
          <Ban className="size-5 opacity-60" aria-hidden="true" />
        </ChoiceCard>
        {icons.map(({ name, lines }) => (
          <ChoiceCard
            key={name}
            {...register("design.icon")}
            value={name}
            label={iconLabel(name)}
            className="h-11"
          >
            <IconDrawing lines={lines} />
          </ChoiceCard>
        ))}
      </div>
    </Fieldset>
  );
}

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
function ColorField({ name, label, hint, swatches }: ColorFieldProps) {
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
