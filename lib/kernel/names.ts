/** Joins the parts of a person's name that are there: first name, middle name, last name. */
export const joinNames = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(" ");
