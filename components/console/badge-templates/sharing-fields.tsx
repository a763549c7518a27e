"use client";

import { useFormContext } from "react-hook-form";
import { Checkbox, FormSection } from "@/components/ui/form/choice";
import { Field, Textarea } from "@/components/ui/form/field";
import type { Flag, TemplateValues } from "./template-values";
import { TemplateTextField } from "./text-field";

type Setting = { name: Flag; label: string; hint?: string };

const VISIBILITY: Setting[] = [
  {
    name: "public",
    label: "List publicly",
    hint: "Show this template on its public page and on your organization’s page.",
  },
  {
    name: "enable_detail_attribute_visibility",
    label: "Show details",
    hint: "Show level, types, time to earn and cost on the public pages of the badge.",
  },
  {
    name: "settings_enable_related_badges",
    label: "Show related badges",
    hint: "Up to 6 of your public badges: those you recommend here, and those that share most skills.",
  },
  {
    name: "show_skill_tag_links",
    label: "Link skills to other badges",
    hint: "Each skill links to your other public badges that have it.",
  },
];

const RULES: Setting[] = [
  {
    name: "allow_duplicate_badges",
    label: "Allow the same person to earn it more than once",
    hint: "For badges that can be earned repeatedly, such as attendance.",
  },
  {
    name: "only_one_skill_required",
    label: "Require only one skill",
    hint: "People can earn the badge with any one of its skills.",
  },
  { name: "lock_badge_state", label: "Lock the state of issued badges" },
  { name: "send_expiring_badge_notifications", label: "Remind earners before it expires" },
  { name: "printing_disabled", label: "Do not allow printing" },
  { name: "translatable", label: "Allow translation" },
];

function SettingCheckboxes({ settings }: { settings: Setting[] }) {
  const { register } = useFormContext<TemplateValues>();
  return (
    <div className="flex flex-col gap-4">
      {settings.map(({ name, label, hint }) => (
        <Checkbox key={name} {...register(name)} label={label} hint={hint} />
      ))}
    </div>
  );
}

/** Settings for what the public pages show. */
export const VisibilityFields = () => (
  <FormSection title="Visibility">
    <SettingCheckboxes settings={VISIBILITY} />
  </FormSection>
);

/** Settings for badges issued from the template. */
export const RuleFields = () => (
  <FormSection title="Rules">
    <SettingCheckboxes settings={RULES} />
  </FormSection>
);

/** Links on the badge's page, and the suggested message for sharing it. */
export function SharingFields() {
  const { register, formState } = useFormContext<TemplateValues>();
  return (
    <FormSection title="Links and sharing">
      <div className="flex flex-col gap-5">
        <Checkbox
          {...register("enable_earn_this_badge")}
          label="Show an “Earn this badge” link"
          hint="The link on the badge page leads to the URL below."
        />
        <TemplateTextField name="earn_this_badge_url" label="URL to earn this badge" isAddress />
        <TemplateTextField
          name="job_board_url"
          label="Job board URL"
          isAddress
          hint="Jobs for people who have this badge."
        />
        <Field
          label="LinkedIn message"
          optional
          hint="Suggested text when earners share the badge on LinkedIn."
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
