/** A field of a body, or a parameter, as people read it. */
export type ReferenceField = {
  name: string;
  /** `string`, `integer`, `list of string`, … */
  type: string;
  required: boolean;
  description: string | null;
  /** What it may be beyond its type: the words it takes, its length, its default. */
  limits: string[];
  fields: ReferenceField[];
};

export type ReferenceParameter = ReferenceField & { in: "path" | "query" | "header" };

export type ReferenceAnswer = { status: string; description: string; fields: ReferenceField[] };

/** Who may ask: `session` alone is a person's own, `learning` a token of the learning edition, `nobody` anybody. */
export type ReferenceAccess = "organization" | "session" | "learning" | "owner" | "nobody";

/** An operation as a list of them shows it. */
export type ReferenceItem = { id: string; method: string; path: string; summary: string; group: string };

/** An operation whole. `path` is the one to ask, with its parameters in braces. */
export type ReferenceOperation = ReferenceItem & {
  access: ReferenceAccess;
  /** The scope that a Bearer token needs; null when any will do, or none. */
  scope: string | null;
  parameters: ReferenceParameter[];
  body: { required: boolean; isForm: boolean; fields: ReferenceField[]; example: unknown } | null;
  answers: ReferenceAnswer[];
  /** Operations of the same group. */
  others: ReferenceItem[];
};

export type ReferenceGroup = { name: string; items: ReferenceItem[] };
