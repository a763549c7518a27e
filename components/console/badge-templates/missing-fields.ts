import type { TemplateValues } from "./template-values";

/** The fields that a template needs before it can be issued, with their labels and what an empty one asks for. */
const REQUIRED_FIELDS = {
  name: { label: "Name", request: "Enter a name", isGiven: ({ name }: TemplateValues) => name.trim() !== "" },
  description: {
    label: "Description",
    request: "Enter a description",
    isGiven: ({ description }: TemplateValues) => description.trim() !== "",
  },
  skills: {
    label: "Skills",
    request: "Add a skill",
    isGiven: ({ skills }: TemplateValues) => skills.length > 0,
  },
  global_activity_url: {
    label: "Activity URL",
    request: "Enter the address of the activity",
    isGiven: ({ global_activity_url: address }: TemplateValues) => address.trim() !== "",
  },
} as const;
export type RequiredField = keyof typeof REQUIRED_FIELDS;

/** Returns the required fields that are still empty, in the order of the form. */
export const missingFields = (
  values: TemplateValues,
): { name: RequiredField; label: string; request: string }[] =>
  (Object.keys(REQUIRED_FIELDS) as RequiredField[])
    .filter((name) => !REQUIRED_FIELDS[name].isGiven(values))
    .map((name) => ({ name, label: REQUIRED_FIELDS[name].label, request: REQUIRED_FIELDS[name].request }));

/** Returns the id of the element around a field, for links to it. */
export const fieldAnchor = (name: RequiredField): string => `field-${name}`;
