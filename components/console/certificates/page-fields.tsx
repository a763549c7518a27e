import { Fieldset } from "@/components/ui/choice";
import { ChoiceCard } from "@/components/ui/choice-card";
import { Field, Select } from "@/components/ui/field";
import { FONTS, LAYOUTS, ORIENTATIONS, PAPER_SIZES } from "@/lib/art/certificate-designs/choices";
import type { DesignFormState, DesignValues } from "./design-values";

const LAYOUT_TEXTS: Record<DesignValues["layout"], { label: string; hint: string }> = {
  classic: { label: "Classic", hint: "Frame around the page" },
  band: { label: "Modern", hint: "Band of colour" },
  letter: { label: "Letter", hint: "Plain, with your name on top" },
};

const ORIENTATION_LABELS: Record<DesignValues["orientation"], string> = {
  landscape: "Landscape",
  portrait: "Portrait",
};

const PAPER_LABELS: Record<DesignValues["paper_size"], string> = { A4: "A4", LETTER: "US Letter" };

const FONT_LABELS: Record<DesignValues["font"], string> = {
  sans: "Sans serif (Inter)",
  serif: "Serif (Source Serif)",
  classic: "Classic serif (EB Garamond)",
};

type ChoiceFieldProps = {
  form: DesignFormState;
  name: "orientation" | "paper_size" | "font";
  label: string;
  hint?: string;
  choices: readonly string[];
  labels: Record<string, string>;
};

const ChoiceField = ({ form, name, label, hint, choices, labels }: ChoiceFieldProps) => (
  <Field label={label} hint={hint}>
    {(ids) => (
      <Select {...ids} {...form.register(name)}>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {labels[choice]}
          </option>
        ))}
      </Select>
    )}
  </Field>
);

/** The fields of the page: layout, paper and font. */
export const PageFields = ({ form }: { form: DesignFormState }) => (
  <>
    <Fieldset legend="Layout">
      <div className="grid gap-1.5 sm:grid-cols-3">
        {LAYOUTS.map((layout) => (
          <ChoiceCard
            key={layout}
            {...form.register("layout")}
            value={layout}
            className="min-h-16 flex-col px-2 py-2 text-center"
          >
            <span className="text-sm font-medium">{LAYOUT_TEXTS[layout].label}</span>
            <span className="text-2xs text-ink-faint">{LAYOUT_TEXTS[layout].hint}</span>
          </ChoiceCard>
        ))}
      </div>
    </Fieldset>
    <div className="grid gap-5 sm:grid-cols-2">
      <ChoiceField
        form={form}
        name="orientation"
        label="Orientation"
        choices={ORIENTATIONS}
        labels={ORIENTATION_LABELS}
      />
      <ChoiceField
        form={form}
        name="paper_size"
        label="Paper size"
        choices={PAPER_SIZES}
        labels={PAPER_LABELS}
      />
    </div>
    <ChoiceField
      form={form}
      name="font"
      label="Font"
      hint="Characters that a font lacks, such as Japanese ones, are printed in a sans serif font."
      choices={FONTS}
      labels={FONT_LABELS}
    />
  </>
);
