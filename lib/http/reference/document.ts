/** The parts of an OpenAPI document that the reference uses. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  required?: string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
};

export type Referable<Part> = Part | { $ref: string };

type Content = Record<string, { schema?: JsonSchema }>;

export type Parameter = {
  in: "path" | "query" | "header";
  name: string;
  required?: boolean;
  description?: string;
  schema?: JsonSchema;
};

export type ApiResponse = { description: string; content?: Content };

export type ApiOperation = {
  operationId: string;
  summary: string;
  tags: string[];
  servers?: { url: string }[];
  security?: Record<string, string[]>[];
  parameters?: Referable<Parameter>[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Referable<ApiResponse>>;
};

export type ApiDocument = {
  servers: { url: string }[];
  paths: Record<string, Record<string, ApiOperation>>;
  components: Record<string, Record<string, unknown>>;
};

/** Returns the part, or the component that it refers to. */
export function resolveReference<Part extends object>(document: ApiDocument, part: Referable<Part>): Part {
  if (!("$ref" in part) || typeof part.$ref !== "string") return part as Part;
  const [kind = "", name = ""] = part.$ref.replace("#/components/", "").split("/");
  const found = document.components[kind]?.[name];
  if (!found) throw new Error(`The document has no ${part.$ref}.`);
  return found as Part;
}

/** The JSON schema of a body. Every operation with a body accepts JSON. */
export const jsonBodySchema = (content: Content | undefined): JsonSchema | undefined =>
  content?.["application/json"]?.schema;
