import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiParameters,
  type ZodOpenApiResponseObject,
} from "zod-openapi";
import { CursorMetadata } from "@/lib/kernel/list/cursor";
import { ListMetadata } from "@/lib/kernel/list/envelope";
import type { EndpointSpec } from "@/lib/http/endpoints/endpoint-spec";
import { pathIdKind } from "@/lib/http/endpoints/path-ids";
import type { LearningSpec } from "@/lib/http/endpoints/learning-endpoint";
import { publishedPath, withoutVersion } from "@/lib/http/server/api-paths";
import { operationFailures, requestId } from "./openapi-failures";
import { LEARNING_TAG, learningOperation, learningSecuritySchemes } from "./openapi-learning";
import { MAX_EXPORTED_ROWS, MAX_PER_PAGE } from "@/lib/kernel/list/page";
import { SCOPES } from "@/lib/access/callers/choices";

/**
 * The accepted credentials: any of these, with the operation's scope for a Bearer token; only the session for a
 * person's own resources; the token of a wallet for credentials; none for the token endpoints.
 */
function operationSecurity({
  caller,
  scope,
  access,
  isForWalletToken,
}: EndpointSpec): Record<string, string[]>[] {
  if (caller === "earner") return [{ session: [] }];
  if (isForWalletToken) return [{ walletToken: [] }];
  return access === null
    ? []
    : [{ authorizationToken: [] }, { oauth: scope ? [scope] : [] }, { session: [] }];
}

/** The authentication schemes. */
const securitySchemes = {
  authorizationToken: {
    type: "http",
    scheme: "basic",
    description: "The authorization token is the user name. The password is empty.",
  },
  oauth: {
    type: "oauth2",
    description: "An access token of an OAuth application, as `Authorization: Bearer`, for 7,200 seconds.",
    flows: { clientCredentials: { tokenUrl: "/oauth/token", scopes: SCOPES } },
  },
  walletToken: {
    type: "http",
    scheme: "bearer",
    description: "The access token that a wallet got for the code of an offer, for ten minutes.",
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-badges.session",
    description:
      "A signed-in person, as a member of the organization or for their own resources. Unsafe methods must come from this site.",
  },
} as const;

const page = z
  .int()
  .min(1)
  .optional()
  .meta({ description: "Number of the page, from 1.", param: { id: "page" } });
const per = z
  .int()
  .min(1)
  .max(MAX_PER_PAGE)
  .optional()
  .meta({ description: `Items on a page. Default: ${MAX_PER_PAGE}.`, param: { id: "per" } });
const format = z
  .literal("csv")
  .optional()
  .meta({
    description: `\`csv\` returns all rows as a table, at most ${MAX_EXPORTED_ROWS}. \`page\` and \`per\` are ignored.`,
    param: { id: "format" },
  });
const columns = z
  .string()
  .optional()
  .meta({
    description:
      "With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields.",
    param: { id: "columns" },
  });
const cursor = z.string().optional().meta({ description: "The cursor in `next_page_url`." });
const idempotencyKey = z
  .string()
  .max(255)
  .optional()
  .meta({
    description:
      "A request with the same key and body within 24 hours gets the first response again and changes nothing.",
    param: { id: "IdempotencyKey" },
  });

const describedText = (description: string) => z.string().optional().meta({ description });

const formatKeys = (keys: string[]): string => keys.map((key) => `\`${key}\``).join(", ");

const pagingParameters = (operation: EndpointSpec["operation"]): Record<string, z.ZodType> => {
  if (operation === "list") return { page, per, format, columns };
  return operation === "cursor" ? { cursor } : {};
};

/** The query parameters of an operation: those of its kind, its filters and sorts, and its own. */
function operationQuery({ operation, keys, query = {} }: EndpointSpec): Record<string, z.ZodType> {
  const documented = Object.entries(query).map(([name, meaning]) => [name, describedText(meaning)]);
  const criteria = keys && {
    filter: describedText(`\`key::value\`, combined with \`|\`. Keys: ${formatKeys(keys.filter)}.`),
    ...(operation === "cursor"
      ? {}
      : {
          sort: describedText(
            `\`key1|key2\`, \`-\` before a key for descending. Keys: ${formatKeys(keys.sort)}.`,
          ),
        }),
  };
  return { ...pagingParameters(operation), ...criteria, ...Object.fromEntries(documented) };
}

type DescribedOperation<Spec> = { method: string; pattern: string; spec: Spec };

/** An operation as the folders of app/(api) and app/(learning) spell it: the path keeps Next's brackets. */
export type Operation = DescribedOperation<EndpointSpec> | DescribedOperation<LearningSpec>;
type OrganizationOperation = DescribedOperation<EndpointSpec>;

const isLearning = (operation: Operation): operation is DescribedOperation<LearningSpec> =>
  "tokens" in operation.spec;

const REDIRECT_RESPONSE = {
  description: "Replaced. The newest badge is at `Location`.",
  headers: z.object({ "X-Request-Id": requestId, Location: z.string() }),
};

const PATH_KINDS = { uuid: z.uuid(), text: z.string(), integer: z.int() };

const paramNames = (pattern: string): string[] =>
  [...pattern.matchAll(/\[(\w+)\]/g)].map(([, name = ""]) => name);

const describeSuffixes = (suffixes: Record<string, string>): string =>
  Object.entries(suffixes)
    .map(([suffix, type]) => `With \`${suffix}\` after it, the response is \`${type}\`.`)
    .join(" ");

function pathParameter(name: string, { ids, suffixes }: EndpointSpec): z.ZodType {
  const kind = PATH_KINDS[pathIdKind(name)];
  return suffixes && name === ids?.at(-1) ? kind.meta({ description: describeSuffixes(suffixes) }) : kind;
}

function operationParameters({ pattern, spec }: OrganizationOperation): ZodOpenApiParameters {
  const path = paramNames(pattern).map((name) => [name, pathParameter(name, spec)]);
  const query = operationQuery(spec);
  return {
    ...(path.length > 0 ? { path: z.object(Object.fromEntries(path) as Record<string, z.ZodType>) } : {}),
    ...(Object.keys(query).length > 0 ? { query: z.object(query) } : {}),
    ...(spec.operation === "create" ? { header: z.object({ "Idempotency-Key": idempotencyKey }) } : {}),
  };
}

/** Operations whose responses are those of other standards. */
const BARE: EndpointSpec["operation"][] = ["token", "wallet", "document"];

function responseEnvelope({ operation, response = z.unknown() }: EndpointSpec): z.ZodType {
  if (BARE.includes(operation)) return response;
  if (operation === "list") return z.object({ data: z.array(response), metadata: ListMetadata });
  if (operation === "cursor") return z.object({ data: z.array(response), metadata: CursorMetadata });
  return z.object({ data: response, metadata: z.object({}) });
}

const STATUS_DESCRIPTIONS: Record<number, string> = {
  200: "Done.",
  201: "Created.",
  202: "Accepted.",
  204: "Done. No content.",
};

/** The CSV content of lists (with `format=csv`) and of CSV tables. */
const csvContent = ({ operation, hasTables }: EndpointSpec) =>
  operation === "list" || operation === "csv" || hasTables ? { "text/csv": { schema: z.string() } } : {};

const BINARY_TYPES = ["application/pdf", "image/png"];

function mediaSchema(type: string, response: z.ZodType | undefined): z.ZodType {
  if (response && (type.endsWith("json") || type === "application/vc")) return response;
  return BINARY_TYPES.includes(type) ? z.string().meta({ format: "binary" }) : z.string();
}

/** A document or file in each of its media types. */
const documentContent = ({ media = [], response }: EndpointSpec) =>
  Object.fromEntries(media.map((type) => [type, { schema: mediaSchema(type, response) }]));

const responseContent = (spec: EndpointSpec) => ({
  ...documentContent(spec),
  ...(spec.response && !spec.media ? { "application/json": { schema: responseEnvelope(spec) } } : {}),
  ...csvContent(spec),
});

function successResponse(spec: EndpointSpec): ZodOpenApiResponseObject {
  const location = spec.hasLocation
    ? { Location: z.string().meta({ description: "URL of the created resource." }) }
    : {};
  return {
    description: STATUS_DESCRIPTIONS[spec.status] ?? "",
    headers: z.object({ "X-Request-Id": requestId, ...location }),
    ...(Object.keys(responseContent(spec)).length > 0 ? { content: responseContent(spec) } : {}),
  };
}

/**
 * `/organizations/[organization_id]/badge_templates/…` is listed under "Badge templates", a person's own resources
 * under "Me".
 */
const operationTag = (operation: Operation): string => {
  if (isLearning(operation)) return LEARNING_TAG;
  const { pattern, spec } = operation;
  if (spec.caller === "earner") return "Me";
  if (spec.takesFile) return "Verification";
  if (spec.operation === "wallet" || publishedPath(pattern) !== pattern) return "Wallets";
  if (spec.operation === "document") return "Open Badges";
  const parts = pattern.split("/").filter((part) => part !== "" && !part.startsWith("["));
  const resource = parts[spec.operation === "public" ? 0 : 1] ?? "organizations";
  const word = spec.operation === "token" ? "oauth_applications" : resource;
  return (word.charAt(0).toUpperCase() + word.slice(1)).replaceAll("_", " ").replace(/^Oauth/, "OAuth");
};

/** A form with a file, for operations that take one. */
const FILE_FORM = z.object({ file: z.string().meta({ format: "binary" }) });

function buildOperation(operation: Operation): ZodOpenApiOperationObject {
  if (isLearning(operation)) return learningOperation(operation.method, operation.spec);
  const { spec } = operation;
  const body = spec.body && {
    required: ["token", "wallet", "public"].includes(spec.operation),
    content: {
      "application/json": { schema: spec.body },
      // With a session, only JSON is accepted, which forms of other sites cannot send.
      ...(spec.caller === "earner" || spec.isForWalletToken
        ? {}
        : { "application/x-www-form-urlencoded": { schema: spec.body } }),
      ...(spec.takesFile ? { "multipart/form-data": { schema: FILE_FORM } } : {}),
    },
  };
  return {
    summary: spec.summary,
    tags: [operationTag(operation)],
    security: operationSecurity(spec),
    requestParams: operationParameters(operation),
    ...(body ? { requestBody: body } : {}),
    responses: {
      [spec.status]: successResponse(spec),
      ...(spec.canMove ? { 302: REDIRECT_RESPONSE } : {}),
      ...(spec.canBeGone
        ? { 410: { ...successResponse(spec), description: "Revoked. The document says so." } }
        : {}),
      ...operationFailures(spec),
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
const operationId = (verb: string, method: string, usedIds: Set<string>): string => {
  const id = usedIds.has(verb) ? `${verb}By${method.charAt(0)}${method.slice(1).toLowerCase()}` : verb;
  usedIds.add(id);
  return id;
};

/** Builds the OpenAPI 3.1 document of these operations. Their order does not matter. */
export function openApiDocument(operations: Operation[]): object {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  const usedIds = new Set<string>();
  const sorted = operations.toSorted((one, other) =>
    `${one.pattern} ${one.method}` < `${other.pattern} ${other.method}` ? -1 : 1,
  );
  for (const operation of sorted) {
    const published = publishedPath(operation.pattern);
    // The server below already has the version.
    const path = withoutVersion(published).replaceAll("[", "{").replaceAll("]", "}");
    const described = buildOperation(operation);
    const id = operationId(operation.spec.verb, operation.method, usedIds);
    // A well-known path begins at the origin (RFC 8615).
    const servers = published === operation.pattern ? {} : { servers: [{ url: "/" }] };
    const method = operation.method.toLowerCase();
    paths[path] = { ...paths[path], [method]: { operationId: id, ...described, ...servers } };
  }
  const tags = [...new Set(sorted.map(operationTag))].toSorted();
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
