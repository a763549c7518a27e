"use client";

import { useFormContext } from "react-hook-form";
import { Checkbox, FormSection } from "@/components/ui/choice";
import { Field, Textarea } from "@/components/ui/field";
import type { Flag, TemplateValues } from "./template-values";
import { TemplateText } from "./text-field";

type Setting = { name: Flag; label: string; hint?: string };

const VISIBILITY: Setting[] = [
  {
    name: "public",
    label: "Listed in public",
    hint: "The template’s page and your organization’s page show it.",
  },
  {
    name: "enable_detail_attribute_visibility",
    label: "Details are shown",
    hint: "Level, time, cost and kind stand on the badge’s page.",
  },
  { name: "settings_enable_related_badges", label: "Related badges are shown" },
  {
    name: "show_skill_tag_links",
    label: "Tags lead to other badges",
    hint: "Each skill is a link to the badges that have it too.",
  },
  { name: "show_badge_lmi", label: "Labour market data is shown" },
  { name: "show_lmi_jobs", label: "Open positions are shown" },
];

const RULES: Setting[] = [
  {
    name: "allow_duplicate_badges",
    label: "One person may hold it several times",
    hint: "For what is earned again and again, such as attendance.",
  },
  {
    name: "only_one_skill_required",
    label: "One is enough",
    hint: "Whoever shows one of the skills earns it.",
  },
  { name: "lock_badge_state", label: "The state of issued badges is locked" },
  { name: "send_expiring_badge_notifications", label: "Holders are reminded before it expires" },
  { name: "printing_disabled", label: "It cannot be printed" },
  { name: "translatable", label: "It may be translated" },
  { name: "record_to_blockchain", label: "Issued badges are recorded on a blockchain" },
];

function Settings({ settings }: { settings: Setting[] }) {
  const { register } = useFormContext<TemplateValues>();
  return (
    <div className="flex flex-col gap-4">
      {settings.map(({ name, label, hint }) => (
        <Checkbox key={name} {...register(name)} label={label} hint={hint} />
      ))}
    </div>
  );
}

/** Who sees the template, and what stands on its page. */
export const VisibilityFields = () => (
  <FormSection title="Visibility">
    <Settings settings={VISIBILITY} />
  </FormSection>
);

/** What holds for badges that are issued from it. */
export const RuleFields = () => (
  <FormSection title="Rules">
    <Settings settings={RULES} />
  </FormSection>
);

/** Where the badge's page leads, and what is said when it is shared. */
export function SharingFields() {
  const { register, formState } = useFormContext<TemplateValues>();
  return (
    <FormSection title="Links and sharing">
      <div className="flex flex-col gap-5">
        <Checkbox
          {...register("enable_earn_this_badge")}
          label="“Earn this badge” is offered"
          hint="The badge’s page leads those who do not have it to the address below."
        />
        <TemplateText name="earn_this_badge_url" label="Address to earn it at" isAddress />
        <TemplateText
          name="job_board_url"
          label="Job board"
          isAddress
          hint="Positions for those who have it."
        />
        <Field
          label="Words for LinkedIn"
          optional
          hint="The message that holders begin with when they share it."
          error={formState.errors.linkedin_share_default_message?.message}
        >
          {(ids) => (
            <Textarea {...ids} {...register("linkedin_share_default_message")} rows={3} maxLength={1000} />
          )}
        </Field>
      </div>
    </FormSection>
  );
}
