"use client";

import { Ban } from "lucide-react";
import { useFormContext } from "react-hook-form";
import { Fieldset } from "@/components/ui/choice";
import { ChoiceCard } from "@/components/ui/choice-card";
import { ICON_SIGNS } from "./icon-signs";
import type { TemplateValues } from "./template-values";

const words = (name: string): string => name.replaceAll("-", " ");

/** The icon above the name, or none. One stop of the Tab key: the arrows go through the icons. */
export function IconChoice() {
  const { register } = useFormContext<TemplateValues>();
  return (
    <Fieldset legend="Icon">
      <div className="grid max-h-64 grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))] gap-1.5 overflow-y-auto p-1">
        <ChoiceCard {...register("design.icon")} value="" label="No icon" className="h-11">
          <Ban className="size-5 opacity-60" aria-hidden="true" />
        </ChoiceCard>
        {Object.entries(ICON_SIGNS).map(([name, Sign]) => (
          <ChoiceCard
            key={name}
            {...register("design.icon")}
            value={name}
            label={words(name)}
            className="h-11"
          >
            <Sign className="size-5" aria-hidden="true" />
          </ChoiceCard>
        ))}
      </div>
    </Fieldset>
  );
}
