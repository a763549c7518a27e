/** The parts of an OpenAPI document that the reference reads. */
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

/** What a part says itself, or what it refers to within the document. */
export function resolved<Part extends object>(document: ApiDocument, part: Referable<Part>): Part {
  if (!("$ref" in part) || typeof part.$ref !== "string") return part as Part;
  const [kind = "", name = ""] = part.$ref.replace("#/components/", "").split("/");
  const found = document.components[kind]?.[name];
  if (!found) throw new Error(`The document has no ${part.$ref}.`);
  return found as Part;
}

/** The schema of a body: that of JSON, which every operation with a body takes. */
export const jsonSchemaOf = (content: Content | undefined): JsonSchema | undefined =>
  content?.["application/json"]?.schema;
