"use client";

import { useFormContext, useWatch } from "react-hook-form";
import { Notice } from "@/components/ui/notice";
import { fieldAnchor, missingFields, type RequiredField } from "./missing-fields";
import type { TemplateValues } from "./template-values";

/** Moves the keyboard focus to a field. */
const focusField = (name: RequiredField): void =>
  document.querySelector<HTMLElement>(`#${fieldAnchor(name)} :is(input, textarea)`)?.focus();

/** Lists the fields that a draft needs before it can be issued, as links to them. Empty when none is missing. */
export function MissingList() {
  const { control } = useFormContext<TemplateValues>();
  const missing = missingFields(useWatch({ control }) as TemplateValues);
  if (missing.length === 0) return null;
  return (
    <Notice tone="neutral" title="Complete these fields before issuing">
      <ul aria-label="Missing fields" className="flex flex-wrap gap-x-4 gap-y-1">
        {missing.map(({ name, label }) => (
          <li key={name}>
            <a
              href={`#${fieldAnchor(name)}`}
              onClick={(event) => {
                event.preventDefault();
                focusField(name);
              }}
              className="inline-flex min-h-6 items-center text-accent underline underline-offset-4"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
