"use client";

import { X } from "lucide-react";
import { useDeferredValue, useId, useState } from "react";
import { FieldError, Input } from "@/components/ui/form/field";
import type { BadgeTemplate } from "@/lib/badges/templates/schema";
import { BadgeArt } from "@/components/public/badge/badge-art";
import { useTemplatesByName } from "./hooks";

/** A template in the list of selected templates. */
export type NamedTemplate = Pick<BadgeTemplate, "id" | "name" | "image_url">;

type TemplatesFieldProps = {
  organizationId: string;
  legend: string;
  hint: string;
  /** The first templates by name, from the server. */
  first: NamedTemplate[];
  /** True when there are more templates, which shows the search field. */
  more: boolean;
  chosen: NamedTemplate[];
  onChange: (chosen: NamedTemplate[]) => void;
  error: string | undefined;
};

const ROW = "flex min-h-11 items-center gap-3 px-3 py-1.5 text-sm hover:bg-sunken has-checked:bg-accent-soft";

const SelectedTemplates = ({ chosen, onChange }: Pick<TemplatesFieldProps, "chosen" | "onChange">) => (
  <ul className="mb-3 flex flex-wrap gap-1.5" aria-label="Selected templates">
    {chosen.map(({ id, name }) => (
      <li
        key={id}
        className="inline-flex max-w-full items-center rounded-full border border-line bg-sunken ps-3 text-[0.8125rem]"
      >
        <span className="truncate">{name}</span>
        <button
          type="button"
          aria-label={`Remove ${name}`}
          onClick={() => onChange(chosen.filter((other) => other.id !== id))}
          className="flex size-7 shrink-0 items-center justify-center rounded-full text-ink-faint hover:text-ink"
        >
          <X className="size-3.5" aria-hidden="true" />
        </button>
      </li>
    ))}
  </ul>
);

/** Selects several templates from a list that is sorted by name. */
export function TemplatesField(props: TemplatesFieldProps) {
  const { organizationId, legend, hint, first, more, chosen, onChange, error } = props;
  const id = useId();
  const [words, setWords] = useState("");
  const search = useDeferredValue(words.trim());
  const found = useTemplatesByName(organizationId, search);
  const listed: NamedTemplate[] = search === "" ? first : (found.data ?? first);
  const isChosen = (one: NamedTemplate) => chosen.some((other) => other.id === one.id);
  const toggle = (one: NamedTemplate) =>
    onChange(isChosen(one) ? chosen.filter((other) => other.id !== one.id) : [...chosen, one]);
  return (
    <fieldset className="min-w-0" aria-describedby={`${id}-hint`}>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <p id={`${id}-hint`} className="mb-3 text-[0.8125rem] text-ink-faint">
        {hint}
      </p>
      {chosen.length > 0 ? <SelectedTemplates chosen={chosen} onChange={onChange} /> : null}
      {more ? (
        <Input
          type="search"
          aria-label="Search templates"
          placeholder="Search templates"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          className="mb-2"
        />
      ) : null}
      <div className="max-h-72 divide-y divide-line overflow-y-auto rounded-lg border border-line">
        {listed.map((one) => (
          <label key={one.id} className={ROW}>
            <input
              type="checkbox"
              checked={isChosen(one)}
              onChange={() => toggle(one)}
              className="size-4.5 shrink-0 accent-accent"
            />
            <BadgeArt src={one.image_url} name="" size={32} className="size-8" />
            <span className="min-w-0 wrap-anywhere">{one.name}</span>
          </label>
        ))}
      </div>
      <p role="status" className="text-sm text-ink-faint">
        {search !== "" && found.data?.length === 0 ? "No results" : null}
      </p>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}
