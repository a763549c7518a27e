"use client";

import { useController, type Control } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Checkbox, Fieldset } from "@/components/ui/form/choice";
import { EVENT_GROUPS } from "./event-words";
import type { SettingsValues } from "./settings-values";

/** Checkboxes for the event types to subscribe to, by group. */
export function EventTypes({ control }: { control: Control<SettingsValues> }) {
  const { field } = useController({ control, name: "allowed_webhooks" });
  const chosen = new Set(field.value);
  const setTypes = (types: string[], isOn: boolean) => {
    const otherTypes = field.value.filter((type) => !types.includes(type));
    field.onChange(isOn ? [...otherTypes, ...types] : otherTypes);
  };
  return (
    <div className="flex flex-col gap-8">
      {EVENT_GROUPS.map(({ legend, types }) => {
        const names = Object.keys(types);
        const count = names.filter((name) => chosen.has(name)).length;
        const isAll = count === names.length;
        return (
          <Fieldset key={legend} legend={legend}>
            <div className="-mt-2 mb-2 flex items-center gap-1 text-[0.8125rem] text-ink-faint">
              {count} of {names.length} selected
              <Button
                variant="quiet"
                size="small"
                aria-label={`${isAll ? "Clear all" : "Select all"} of ${legend}`}
                onClick={() => setTypes(names, !isAll)}
              >
                {isAll ? "Clear all" : "Select all"}
              </Button>
            </div>
            <div className="grid gap-x-8 gap-y-3 lg:grid-cols-2">
              {Object.entries(types).map(([type, description]) => (
                <Checkbox
                  key={type}
                  name="allowed_webhooks"
                  value={type}
                  label={<span className="font-mono text-[0.8125rem] wrap-anywhere">{type}</span>}
                  hint={description}
                  checked={chosen.has(type)}
                  onChange={({ target }) => setTypes([type], target.checked)}
                />
              ))}
            </div>
          </Fieldset>
        );
      })}
    </div>
  );
}
