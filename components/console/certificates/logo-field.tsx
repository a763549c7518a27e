"use client";

import { Controller, useWatch } from "react-hook-form";
import { Fieldset, Radio } from "@/components/ui/choice";
import { ImageChoice } from "@/components/ui/image-choice";
import { LOGO_CHOICES, type DesignFormState, type DesignValues } from "./design-values";
import { PaperPicture } from "./paper-picture";

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
export function LogoField({ form, hasLogo }: LogoFieldProps) {
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
