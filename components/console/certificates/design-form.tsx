"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm, useWatch, Controller } from "react-hook-form";
import { apiWrite } from "@/components/api";
import { onDemand } from "@/components/on-demand";
import { DynamicForm } from "@/components/ui/form/dynamic-form";
import { Field, Input, Select } from "@/components/ui/form/field";
import { useRequestResolver } from "@/components/ui/form/request-resolver";
import { toast } from "@/components/ui/overlay/toast";
import type { CertificateDesign, CertificatePreviewInput } from "@/lib/art/certificate-designs/schema";
import {
  designPath,
  PreviewPanel,
  useCertificatePreview,
  type CertificateSubject,
} from "./certificate-preview";
import {
  designBody,
  designFormValues,
  type DesignFormState,
  type DesignValues,
  LOGO_CHOICES,
} from "./design-values";
import { SignatureFields } from "./signature-fields";
import { Checkbox, Fieldset, FormSection, Radio } from "@/components/ui/form/choice";
import { ChoiceCard } from "@/components/ui/form/choice-card";
import { SEALS, FONTS, LAYOUTS, ORIENTATIONS, PAPER_SIZES } from "@/lib/art/certificate-designs/choices";
import { ImageChoice } from "@/components/ui/form/image-choice";
import { PaperPicture } from "./paper-picture";

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
const PageFields = ({ form }: { form: DesignFormState }) => (
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

const LABELS: Record<DesignValues["logo_choice"], string> = {
  none: "No logo",
  organization: "Your organization’s logo",
  own: "Another image",
};

type LogoFieldProps = { form: DesignFormState; hasLogo: boolean };

function OwnLogo({ form, hasLogo }: LogoFieldProps) {
  const kept = useWatch({ control: form.control, name: "kept_logo" });
  return (
    <Controller
      control={form.control}
      name="logo"
      render={({ field, fieldState }) => (
        <ImageChoice
          label="Logo image"
          picture={<PaperPicture src={field.value || (kept?.url ?? null)} />}
          hint={
            hasLogo
              ? "Until you choose an image, your organization’s logo is printed."
              : "Use an image on white or without a background."
          }
          choose="Choose a file"
          acceptsSvg
          onChoose={field.onChange}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

/** The choice of the logo, with the upload of one for certificates. */
function LogoField({ form, hasLogo }: LogoFieldProps) {
  const choice = useWatch({ control: form.control, name: "logo_choice" });
  return (
    <Fieldset legend="Logo">
      <div className="flex flex-col gap-2">
        {LOGO_CHOICES.map((one) => (
          <Radio
            key={one}
            {...form.register("logo_choice")}
            value={one}
            label={LABELS[one]}
            hint={
              one === "organization" && !hasLogo
                ? "Your organization has no logo yet. Add one in the profile."
                : undefined
            }
          />
        ))}
      </div>
      {choice === "own" ? (
        <div className="mt-4">
          <OwnLogo form={form} hasLogo={hasLogo} />
        </div>
      ) : null}
    </Fieldset>
  );
}

const SEAL_TEXTS: Record<DesignValues["seal"], { label: string; hint: string }> = {
  none: { label: "None", hint: "" },
  rosette: { label: "Rosette", hint: "Filled, with a wavy edge" },
  stamp: { label: "Stamp", hint: "Lines only" },
  ribbon: { label: "Ribbon", hint: "Rosette with ribbon ends" },
  badge: { label: "Badge", hint: "Ring around the badge" },
};

const SealField = ({ form }: { form: DesignFormState }) => (
  <Fieldset legend="Seal" hint="In your colour, with the name of your organization around the rim.">
    <div className="grid grid-cols-2 gap-1.5 sm:grid-cols-3">
      {SEALS.map((seal) => (
        <ChoiceCard
          key={seal}
          {...form.register("seal")}
          value={seal}
          className="min-h-14 flex-col px-2 py-2 text-center"
        >
          <span className="text-sm font-medium">{SEAL_TEXTS[seal].label}</span>
          {SEAL_TEXTS[seal].hint ? (
            <span className="text-2xs text-ink-faint">{SEAL_TEXTS[seal].hint}</span>
          ) : null}
        </ChoiceCard>
      ))}
    </div>
  </Fieldset>
);

type ContentFieldsProps = { form: DesignFormState; hasLogo: boolean };

/** The fields of what certificates show besides the names. */
const ContentFields = ({ form, hasLogo }: ContentFieldsProps) => (
  <FormSection title="Content">
    <div className="flex flex-col gap-6">
      <LogoField form={form} hasLogo={hasLogo} />
      <SealField form={form} />
      <Fieldset
        legend="Details"
        hint="Long texts are printed smaller or cut. What a badge does not have is left out."
      >
        <div className="grid gap-2 sm:grid-cols-2">
          <Checkbox {...form.register("show_expiry")} label="Expiry date" />
          <Checkbox {...form.register("show_description")} label="Description of the badge" />
          <Checkbox {...form.register("show_skills")} label="Skills" />
          <Checkbox {...form.register("show_time_to_earn")} label="Time to earn" />
          <Checkbox {...form.register("show_evidence")} label="Evidence count" />
          <Checkbox {...form.register("show_badge_id")} label="Badge ID" />
        </div>
      </Fieldset>
      <Checkbox
        {...form.register("show_qr")}
        label="QR code"
        hint="Opens the badge’s page, where anyone can check it. The address is always printed."
      />
    </div>
  </FormSection>
);

const designInput = onDemand(
  async () => (await import("@/lib/art/certificate-designs/schema")).CertificateDesignInput,
);

const FULL_HEX_COLOR = /^#[0-9a-f]{6}$/i;

type ColorFieldProps = { form: DesignFormState; brand: string; warning: string | undefined };

function ColorField({ form, brand, warning }: ColorFieldProps) {
  const color = useWatch({ control: form.control, name: "color" });
  const hint = warning ? (
    <span className="text-caution">
      {color} {warning}
    </span>
  ) : (
    "Leave blank for the colour of your organization."
  );
  return (
    <Field label="Colour" optional hint={hint} error={form.formState.errors.color?.message}>
      {(ids) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label="Pick the colour"
            value={FULL_HEX_COLOR.test(color) ? color : brand}
            onChange={({ target }) => form.setValue("color", target.value, { shouldDirty: true })}
            className="h-10 w-14 shrink-0 rounded-lg border border-edge bg-canvas p-1"
          />
          <Input
            {...ids}
            {...form.register("color")}
            maxLength={7}
            placeholder={brand}
            className="font-mono"
          />
        </div>
      )}
    </Field>
  );
}

type DesignFormProps = {
  subject: CertificateSubject;
  design: CertificateDesign;
  /** The organization's colour. */
  brand: string;
  hasLogo: boolean;
};

/** The form of how certificates look, with a preview that the server draws. */
export function DesignForm({ subject, design, brand, hasLogo }: DesignFormProps) {
  const router = useRouter();
  const [sample, setSample] = useState<CertificatePreviewInput["sample"]>("organization");
  const form = useForm<DesignValues>({
    defaultValues: designFormValues(design),
    resolver: useRequestResolver(designInput, designBody),
  });
  const values = { ...designFormValues(design), ...useWatch({ control: form.control }) } as DesignValues;
  const { signatures, color, ...rest } = designBody(values);
  // A colour that is only half typed is not drawn yet.
  const drawn = {
    ...rest,
    color: color !== null && FULL_HEX_COLOR.test(color) ? color : null,
    signatures: signatures.map((one) => ({ ...one, name: one.name.trim() || "…" })),
  };
  const preview = useCertificatePreview(subject, drawn, sample);
  const send = async (given: DesignValues) => {
    const saved = await apiWrite<CertificateDesign>("PUT", designPath(subject), designBody(given));
    form.reset(designFormValues(saved));
    toast.success("Saved.");
    router.refresh();
  };
  return (
    <div className="grid items-start gap-10 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <DynamicForm form={form} send={send} action="Save design">
        <PageFields form={form} />
        <ColorField form={form} brand={brand} warning={preview.data?.warnings[0]?.message} />
        <ContentFields form={form} hasLogo={hasLogo} />
        <SignatureFields form={form} />
      </DynamicForm>
      <div className="xl:sticky xl:top-8">
        <PreviewPanel
          subject={subject}
          image={preview.data?.image}
          failure={preview.error?.message}
          sample={sample}
          onSample={setSample}
        />
      </div>
    </div>
  );
}
