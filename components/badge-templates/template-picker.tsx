"use client";

import { useDeferredValue, useState } from "react";
import { Input } from "@/components/ui/field";
import { FieldError } from "@/components/ui/field";
import type { BadgeTemplate } from "@/lib/badge-templates/schema";
import { BadgeArt } from "./badge-art";
import { useActiveTemplates } from "./hooks";

/** What a picker shows of a template. */
export type TemplateChoice = Pick<BadgeTemplate, "id" | "name" | "image_url" | "skills">;

type TemplatePickerProps = {
  organizationId: string;
  /** The first active templates by name, as the page came with them. */
  first: TemplateChoice[];
  /** More exist than came with the page: then they can be searched. */
  more: boolean;
  chosen: TemplateChoice | null;
  onChoose: (template: TemplateChoice) => void;
  error: string | undefined;
};

const CARD = [
  "relative flex min-h-18 items-center gap-3 rounded-xl border border-line p-3 transition-colors hover:border-edge",
  "has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2",
  "has-focus-visible:outline-accent forced-colors:has-checked:outline-2",
].join(" ");

function Card({
  template,
  checked,
  onChoose,
}: {
  template: TemplateChoice;
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
        <span className="line-clamp-1 text-2xs text-ink-faint">{template.skills.join(" · ")}</span>
      </span>
    </label>
  );
}

/** Active templates as cards with their art, of which one is chosen. */
export function TemplatePicker({
  organizationId,
  first,
  more,
  chosen,
  onChoose,
  error,
}: TemplatePickerProps) {
  const [words, setWords] = useState("");
  const search = useDeferredValue(words.trim());
  const found = useActiveTemplates(organizationId, search);
  const listed: TemplateChoice[] = search === "" ? first : (found.data ?? first);
  const hidden = chosen && !listed.some(({ id }) => id === chosen.id) ? [chosen] : [];
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
      <div className="grid gap-2 sm:grid-cols-2">
        {[...hidden, ...listed].map((template) => (
          <Card
            key={template.id}
            template={template}
            checked={template.id === chosen?.id}
            onChoose={() => onChoose(template)}
          />
        ))}
      </div>
      <p role="status" className="text-sm text-ink-faint">
        {search !== "" && found.data?.length === 0 ? "No active template fits." : null}
      </p>
      <div className="mt-1.5">
        <FieldError id="template-error">{error}</FieldError>
      </div>
    </fieldset>
  );
}
