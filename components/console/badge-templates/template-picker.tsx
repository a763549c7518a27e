"use client";

import { useDeferredValue, useState } from "react";
import { TableProperties } from "lucide-react";
import { Input } from "@/components/ui/form/field";
import { FieldError } from "@/components/ui/form/field";
import type { IssuableBadgeTemplate } from "@/lib/badges/templates/schema";
import { BadgeArt } from "@/components/public/badge/badge-art";
import type { TemplateExpiration } from "./expiration-words";
import { useActiveTemplates, type TemplateList } from "./hooks";

/** A template in a picker. `owner` is needed only where templates of grantors are listed. */
export type TemplateChoice = Pick<IssuableBadgeTemplate, "id" | "name" | "image_url" | "skills"> &
  TemplateExpiration &
  Partial<Pick<IssuableBadgeTemplate, "owner">>;

/** The first templates by name, and whether there are more to search for. */
export type FirstTemplates<Template = TemplateChoice> = { first: Template[]; more: boolean };

type TemplatePickerProps = FirstTemplates & {
  organizationId: string;
  /** The list to choose from: the organization's own active templates (the default), or all that it may issue. */
  among?: TemplateList;
  chosen: TemplateChoice | null;
  onChoose: (template: TemplateChoice) => void;
  /** Another choice instead of a template. */
  other?: { label: string; hint: string; isChosen: boolean; onChoose: () => void };
  error: string | undefined;
};

const CARD = [
  "relative flex min-h-18 items-center gap-3 rounded-xl border border-line p-3 transition-colors hover:border-edge",
  "has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2",
  "has-focus-visible:outline-accent forced-colors:has-checked:outline-2",
].join(" ");

function TemplateCard({
  template,
  grantor,
  checked,
  onChoose,
}: {
  template: TemplateChoice;
  grantor: string | null;
  checked: boolean;
  onChoose: () => void;
}) {
  return (
    <label className={CARD}>
      <input
        type="radio"
        name="badge_template_id"
        value={template.id}
        checked={checked}
        onChange={onChoose}
        className="absolute inset-0 size-full opacity-0"
      />
      <BadgeArt src={template.image_url} name="" size={56} className="size-14" />
      <span className="min-w-0">
        <span className="line-clamp-2 text-sm font-medium">{template.name}</span>
        <span className="line-clamp-1 text-2xs text-ink-faint">
          {grantor === null ? template.skills.join(" · ") : `on behalf of ${grantor}`}
        </span>
      </span>
    </label>
  );
}

/** A choice beside the templates. */
const OtherCard = ({ label, hint, isChosen, onChoose }: NonNullable<TemplatePickerProps["other"]>) => (
  <label className={CARD}>
    <input
      type="radio"
      name="badge_template_id"
      value=""
      checked={isChosen}
      onChange={onChoose}
      className="absolute inset-0 size-full opacity-0"
    />
    <span className="grid size-14 shrink-0 place-items-center rounded-lg bg-sunken text-ink-soft">
      <TableProperties className="size-6" aria-hidden="true" />
    </span>
    <span className="min-w-0">
      <span className="block text-sm font-medium">{label}</span>
      <span className="block text-2xs text-ink-faint">{hint}</span>
    </span>
  </label>
);

/** The cards of these templates, and of the selected one. */
function TemplateCards({
  templates,
  organizationId,
  chosen,
  onChoose,
  other,
}: Pick<TemplatePickerProps, "organizationId" | "chosen" | "onChoose" | "other"> & {
  templates: TemplateChoice[];
}) {
  const grantorName = ({ owner }: TemplateChoice): string | null =>
    owner && owner.id !== organizationId ? owner.name : null;
  const hidden = chosen && !templates.some(({ id }) => id === chosen.id) ? [chosen] : [];
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      {[...hidden, ...templates].map((template) => (
        <TemplateCard
          key={template.id}
          template={template}
          grantor={grantorName(template)}
          checked={template.id === chosen?.id}
          onChoose={() => onChoose(template)}
        />
      ))}
      {other ? <OtherCard {...other} /> : null}
    </div>
  );
}

/** Active templates as cards with their images. One can be selected. */
export function TemplatePicker(props: TemplatePickerProps) {
  const { organizationId, among = "badge_templates", first, more, error } = props;
  const [words, setWords] = useState("");
  const search = useDeferredValue(words.trim());
  const found = useActiveTemplates(organizationId, among, search);
  const listed: TemplateChoice[] = search === "" ? first : (found.data ?? first);
  return (
    <fieldset className="min-w-0" aria-describedby={error ? "template-error" : undefined}>
      <legend className="font-heading mb-4 text-xl leading-tight">Badge</legend>
      {more ? (
        <Input
          type="search"
          aria-label="Search active templates"
          placeholder="Search active templates"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          className="mb-3"
        />
      ) : null}
      <TemplateCards {...props} templates={listed} />
      <p role="status" className="text-sm text-ink-faint">
        {search !== "" && found.data?.length === 0 ? "No results" : null}
      </p>
      <div className="mt-1.5">
        <FieldError id="template-error">{error}</FieldError>
      </div>
    </fieldset>
  );
}
