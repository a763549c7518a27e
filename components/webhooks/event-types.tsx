"use client";

import { useController, type Control } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Checkbox, Fieldset } from "@/components/ui/choice";
import { EVENT_GROUPS } from "./event-words";
import type { SettingsValues } from "./settings-form";

/** The event types to subscribe to, by group. */
export function EventTypes({ control }: { control: Control<SettingsValues> }) {
  const { field } = useController({ control, name: "allowed_webhooks" });
  const chosen = new Set(field.value);
  const set = (types: string[], isOn: boolean) => {
    const rest = field.value.filter((type) => !types.includes(type));
    field.onChange(isOn ? [...rest, ...types] : rest);
  };
  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
      {EVENT_GROUPS.map(({ legend, types }) => {
        const names = Object.keys(types);
        const isAll = names.every((name) => chosen.has(name));
        return (
          <Fieldset key={legend} legend={legend}>
            <Button
              variant="quiet"
              size="small"
              className="-ms-2.5 mb-2"
              onClick={() => set(names, !isAll)}
              aria-label={`${isAll ? "None" : "All"} of ${legend}`}
            >
              {isAll ? "None" : "All"}
            </Button>
            <div className="flex flex-col gap-3">
              {Object.entries(types).map(([type, words]) => (
                <Checkbox
                  key={type}
                  name="allowed_webhooks"
                  value={type}
                  label={<span className="font-mono text-[0.8125rem] wrap-anywhere">{type}</span>}
                  hint={words}
                  checked={chosen.has(type)}
                  onChange={({ target }) => set([type], target.checked)}
                />
              ))}
            </div>
          </Fieldset>
        );
      })}
    </div>
  );
}
