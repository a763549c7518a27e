import type { TemplateValues } from "./template-values";

/** What a template needs before it can be issued, with the field's name for people. */
const NEEDED = {
  name: { label: "Name", isGiven: ({ name }: TemplateValues) => name.trim() !== "" },
  description: {
    label: "Description",
    isGiven: ({ description }: TemplateValues) => description.trim() !== "",
  },
  skills: { label: "Skills", isGiven: ({ skills }: TemplateValues) => skills.length > 0 },
  global_activity_url: {
    label: "Activity address",
    isGiven: ({ global_activity_url: address }: TemplateValues) => address.trim() !== "",
  },
} as const;
export type NeededField = keyof typeof NEEDED;

/** The fields that are still empty, in the order of the form. */
export const missingFields = (values: TemplateValues): { name: NeededField; label: string }[] =>
  (Object.keys(NEEDED) as NeededField[])
    .filter((name) => !NEEDED[name].isGiven(values))
    .map((name) => ({ name, label: NEEDED[name].label }));

/** The id of the element that holds a field, for links that lead to it. */
export const fieldAnchor = (name: NeededField): string => `field-${name}`;
