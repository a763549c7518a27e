import { Checkbox, Fieldset, FormSection } from "@/components/ui/choice";
import { ChoiceCard } from "@/components/ui/choice-card";
import { SEALS } from "@/lib/art/certificate-designs/choices";
import type { DesignFormState, DesignValues } from "./design-values";
import { LogoField } from "./logo-field";

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
export const ContentFields = ({ form, hasLogo }: ContentFieldsProps) => (
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
