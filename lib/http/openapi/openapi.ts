import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiParameters,
  type ZodOpenApiResponseObject,
} from "zod-openapi";
import { WalkMetadata } from "@/lib/kernel/list/cursor";
import { ListMetadata } from "@/lib/kernel/list/envelope";
import type { EndpointSpec } from "@/lib/http/endpoints/endpoint-spec";
import { pathIdKind } from "@/lib/http/endpoints/path-ids";
import type { LearningSpec } from "@/lib/http/endpoints/learning-endpoint";
import { failuresOf, requestId } from "./openapi-failures";
import { LEARNING, learningOperation, learningSecuritySchemes } from "./openapi-learning";
import { idempotencyKey, queryOf } from "./openapi-parameters";
import { securityOf, securitySchemes } from "./openapi-security";

type Described<Spec> = { method: string; pattern: string; spec: Spec };

/** An operation as the folders of app/(api) and app/(learning) spell it: the path keeps Next's brackets. */
export type Operation = Described<EndpointSpec> | Described<LearningSpec>;
type OrganizationOperation = Described<EndpointSpec>;

const isLearning = (operation: Operation): operation is Described<LearningSpec> => "tokens" in operation.spec;

const MOVED = {
  description: "Replaced. The newest badge is at `Location`.",
  headers: z.object({ "X-Request-Id": requestId, Location: z.string() }),
};

const PATH_KINDS = { uuid: z.uuid(), text: z.string(), integer: z.int() };

const paramNames = (pattern: string): string[] =>
  [...pattern.matchAll(/\[(\w+)\]/g)].map(([, name = ""]) => name);

function parametersOf({ pattern, spec }: OrganizationOperation): ZodOpenApiParameters {
  const path = paramNames(pattern).map((name) => [name, PATH_KINDS[pathIdKind(name)]]);
  const query = queryOf(spec);
  return {
    ...(path.length > 0 ? { path: z.object(Object.fromEntries(path) as Record<string, z.ZodType>) } : {}),
    ...(Object.keys(query).length > 0 ? { query: z.object(query) } : {}),
    ...(spec.operation === "create" ? { header: z.object({ "Idempotency-Key": idempotencyKey }) } : {}),
  };
}

function envelope({ operation, response = z.unknown() }: EndpointSpec): z.ZodType {
  if (operation === "token" || operation === "document") return response;
  if (operation === "list") return z.object({ data: z.array(response), metadata: ListMetadata });
  if (operation === "cursor") return z.object({ data: z.array(response), metadata: WalkMetadata });
  return z.object({ data: response, metadata: z.object({}) });
}

const WORDS: Record<number, string> = {
  200: "Done.",
  201: "Created.",
  202: "Accepted.",
  204: "Done. No content.",
};

/** The CSV content of lists (with `format=csv`) and of CSV tables. */
const tableOf = ({ operation }: EndpointSpec) =>
  operation === "list" || operation === "csv" ? { "text/csv": { schema: z.string() } } : {};

/** The binary content of a file. */
const fileOf = ({ operation }: EndpointSpec) =>
  operation === "file" ? { "application/pdf": { schema: z.string().meta({ format: "binary" }) } } : {};
/** A document in each of its media types. Those that are not JSON are text or bytes. */
const documentOf = ({ media = [], response }: EndpointSpec) =>
  Object.fromEntries(
    media.map((type) => [type, { schema: response && type.endsWith("json") ? response : z.string() }]),
  );

const contentOf = (spec: EndpointSpec) => ({
  ...documentOf(spec),
  ...(spec.response && !spec.media ? { "application/json": { schema: envelope(spec) } } : {}),
  ...tableOf(spec),
  ...fileOf(spec),
});

function successOf(spec: EndpointSpec): ZodOpenApiResponseObject {
  const location = spec.hasLocation
    ? { Location: z.string().meta({ description: "URL of the created resource." }) }
    : {};
  return {
    description: WORDS[spec.status] ?? "",
    headers: z.object({ "X-Request-Id": requestId, ...location }),
    ...(Object.keys(contentOf(spec)).length > 0 ? { content: contentOf(spec) } : {}),
  };
}

/**
 * `/organizations/[organization_id]/badge_templates/…` is listed under "Badge templates", a person's own resources
 * under "Me".
 */
const tagOf = (operation: Operation): string => {
  if (isLearning(operation)) return LEARNING;
  const { pattern, spec } = operation;
  if (spec.caller === "earner") return "Me";
  if (spec.operation === "document") return "Open Badges";
  const parts = pattern.split("/").filter((part) => part !== "" && !part.startsWith("["));
  const resource = parts[spec.operation === "public" ? 0 : 1] ?? "organizations";
  const word = spec.operation === "token" ? "oauth_applications" : resource;
  return (word.charAt(0).toUpperCase() + word.slice(1)).replaceAll("_", " ").replace(/^Oauth/, "OAuth");
};

function operationOf(operation: Operation): ZodOpenApiOperationObject {
  if (isLearning(operation)) return learningOperation(operation.method, operation.spec);
  const { spec } = operation;
  const body = spec.body && {
    required: spec.operation === "token" || spec.operation === "public",
    content: {
      "application/json": { schema: spec.body },
      // With a session, only JSON is accepted, which forms of other sites cannot send.
      ...(spec.caller === "earner" ? {} : { "application/x-www-form-urlencoded": { schema: spec.body } }),
    },
  };
  return {
    summary: spec.summary,
    tags: [tagOf(operation)],
    security: securityOf(spec),
    requestParams: parametersOf(operation),
    ...(body ? { requestBody: body } : {}),
    responses: {
      [spec.status]: successOf(spec),
      ...(spec.canMove ? { 302: MOVED } : {}),
      ...(spec.canBeGone
        ? { 410: { ...successOf(spec), description: "Revoked. The document says so." } }
        : {}),
      ...failuresOf(spec),
    },
  };
}

const INFO = {
  title: "Badge credentialing service",
  version: "1",
  description:
    "The organization API, whose paths also work without `/v1`, and the learning edition below `/v1.1`.",
};

/** An operation with several methods has its function's name as id once, and then with the method. */
const operationId = (verb: string, method: string, taken: Set<string>): string => {
  const id = taken.has(verb) ? `${verb}By${method.charAt(0)}${method.slice(1).toLowerCase()}` : verb;
  taken.add(id);
  return id;
};

/** Builds the OpenAPI 3.1 document of these operations. Their order does not matter. */
export function openApiDocument(operations: Operation[]): object {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  const taken = new Set<string>();
  const sorted = operations.toSorted((one, other) =>
    `${one.pattern} ${one.method}` < `${other.pattern} ${other.method}` ? -1 : 1,
  );
  for (const operation of sorted) {
    const path = operation.pattern.replaceAll("[", "{").replaceAll("]", "}");
    const described = operationOf(operation);
    const id = operationId(operation.spec.verb, operation.method, taken);
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: { operationId: id, ...described } };
  }
  const tags = [...new Set(sorted.map(tagOf))].toSorted();
  return createDocument(
    {
      openapi: "3.1.0",
      info: INFO,
      servers: [{ url: "/v1" }],
      security: [{ authorizationToken: [] }, { oauth: [] }, { session: [] }],
      tags: tags.map((name) => ({ name })),
      paths,
      components: { securitySchemes: { ...securitySchemes, ...learningSecuritySchemes } },
    },
    {
      override: ({ jsonSchema, io }) => {
        // Our responses are checked strictly, but clients must accept keys that are added later.
        if (io === "output" && jsonSchema.additionalProperties === false)
          delete jsonSchema.additionalProperties;
      },
    },
  );
}
