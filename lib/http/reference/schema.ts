/** A field of a body, or a parameter, in a readable form. */
export type ReferenceField = {
  name: string;
  /** `string`, `integer`, `list of string`, … */
  type: string;
  required: boolean;
  description: string | null;
  /** Limits beyond its type: the allowed values, its length, its default. */
  limits: string[];
  fields: ReferenceField[];
};

export type ReferenceParameter = ReferenceField & { in: "path" | "query" | "header" };

export type ReferenceResponse = { status: string; description: string; fields: ReferenceField[] };

/**
 * The required credential: `session` for a person's own resources, `learning` for a token of the learning edition,
 * `none` if it needs none.
 */
export type ReferenceAccess = "organization" | "session" | "learning" | "owner" | "none";

/** An operation in a list. */
export type ReferenceItem = { id: string; method: string; path: string; summary: string; group: string };

/** An operation with all details. `path` is the path to request, with its parameters in braces. */
export type ReferenceOperation = ReferenceItem & {
  access: ReferenceAccess;
  /** The scope that a Bearer token needs; null when it needs none. */
  scope: string | null;
  parameters: ReferenceParameter[];
  body: { required: boolean; isForm: boolean; fields: ReferenceField[]; example: unknown } | null;
  responses: ReferenceResponse[];
  /** Operations of the same group. */
  related: ReferenceItem[];
};

export type ReferenceGroup = { name: string; items: ReferenceItem[] };
