import type { TemplateValues } from "./template-values";

/** The fields that a template needs before it can be issued, with their labels. */
const NEEDED = {
  name: { label: "Name", isGiven: ({ name }: TemplateValues) => name.trim() !== "" },
  description: {
    label: "Description",
    isGiven: ({ description }: TemplateValues) => description.trim() !== "",
  },
  skills: { label: "Skills", isGiven: ({ skills }: TemplateValues) => skills.length > 0 },
  global_activity_url: {
    label: "Activity URL",
    isGiven: ({ global_activity_url: address }: TemplateValues) => address.trim() !== "",
  },
} as const;
export type NeededField = keyof typeof NEEDED;

/** Returns the required fields that are still empty, in the order of the form. */
export const missingFields = (values: TemplateValues): { name: NeededField; label: string }[] =>
  (Object.keys(NEEDED) as NeededField[])
    .filter((name) => !NEEDED[name].isGiven(values))
    .map((name) => ({ name, label: NEEDED[name].label }));

/** Returns the id of the element around a field, for links to it. */
export const fieldAnchor = (name: NeededField): string => `field-${name}`;
