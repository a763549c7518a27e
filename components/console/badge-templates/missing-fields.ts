import type { TemplateValues } from "./template-values";

/** The fields that a template needs before it can be issued, with their labels. */
const REQUIRED_FIELDS = {
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
export type RequiredField = keyof typeof REQUIRED_FIELDS;

/** Returns the required fields that are still empty, in the order of the form. */
export const missingFields = (values: TemplateValues): { name: RequiredField; label: string }[] =>
  (Object.keys(REQUIRED_FIELDS) as RequiredField[])
    .filter((name) => !REQUIRED_FIELDS[name].isGiven(values))
    .map((name) => ({ name, label: REQUIRED_FIELDS[name].label }));

/** Returns the id of the element around a field, for links to it. */
export const fieldAnchor = (name: RequiredField): string => `field-${name}`;
