"use client";

import { Ban } from "lucide-react";
import { createElement } from "react";
import { useFormContext } from "react-hook-form";
import { Fieldset } from "@/components/ui/choice";
import { ChoiceCard } from "@/components/ui/choice-card";
import type { RelatedChoices } from "./related-choices";
import type { TemplateValues } from "./template-values";

type Icons = RelatedChoices["icons"];

const iconLabel = (name: string): string => name.replaceAll("-", " ");

const IconDrawing = ({ lines }: Pick<Icons[number], "lines">) => (
  <svg
    viewBox="0 0 24 24"
    aria-hidden="true"
    className="size-5"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    {lines.map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes }))}
  </svg>
);

/** The icon above the name, or none. A radio group: one Tab stop, and the arrow keys move between icons. */
export function IconChoice({ icons }: { icons: Icons }) {
  const { register } = useFormContext<TemplateValues>();
  return (
    <Fieldset legend="Icon">
      <div className="grid max-h-64 grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))] gap-1.5 overflow-y-auto p-1">
        <ChoiceCard {...register("design.icon")} value="" label="No icon" className="h-11">
          <Ban className="size-5 opacity-60" aria-hidden="true" />
        </ChoiceCard>
        {icons.map(({ name, lines }) => (
          <ChoiceCard
            key={name}
            {...register("design.icon")}
            value={name}
            label={iconLabel(name)}
            className="h-11"
          >
            <IconDrawing lines={lines} />
          </ChoiceCard>
        ))}
      </div>
    </Fieldset>
  );
}
