import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from "zod-openapi";
import { PagingMetadata, PagingParameters } from "@/lib/learning/requests/paging";
import { IntegrationParameters } from "@/lib/learning/integrations/schema";
import type { LearningSpec } from "@/lib/http/endpoints/learning-endpoint";
import { LearningErrorBody, LearningMeta } from "@/lib/http/endpoints/learning-parameters";
import { RATE_LIMIT_HEADERS, requestId, retryAfter } from "./openapi-failures";

/** The tag of all operations of the learning edition. */
export const LEARNING_TAG = "Learning edition";

const failure = (id: string, description: string, headers: Record<string, z.ZodType> = {}) => ({
  id: `Learning${id}`,
  description,
  headers: z.object({ "X-Request-Id": requestId, ...headers }),
  content: { "application/json": { schema: LearningErrorBody } },
});

const FAILURES = {
  400: failure("BadRequest", "`more_info` names the parameters that are missing or wrong, and why."),
  401: failure(
    "Unauthorized",
    "No token, one that is wrong or expired, or one that this operation does not accept.",
    {
      "WWW-Authenticate": z.string(),
    },
  ),
  413: failure("BodyTooLarge", "The body is too large."),
  429: failure(
    "TooManyRequests",
    "Too many requests of this token, or failures of this address.",
    RATE_LIMIT_HEADERS,
  ),
  500: failure("InternalError", "Internal error. The message contains only the ID of the request."),
  503: failure("Busy", "The data was locked for too long, or the database is unavailable.", {
    "Retry-After": retryAfter,
  }),
} satisfies Record<number, ZodOpenApiResponseObject>;

const REDIRECT = {
  description: "To the learner's badges, to the sign-in page, or to a page that says what went wrong.",
  headers: z.object({ "X-Request-Id": requestId, Location: z.string() }),
};

const learningSuccessResponse = ({ response }: LearningSpec): ZodOpenApiResponseObject => ({
  description: "Done.",
  headers: z.object({ "X-Request-Id": requestId }),
  content: {
    "application/json": {
      schema: z.object({
        data: response,
        paging: PagingMetadata,
        meta: LearningMeta,
      }),
    },
  },
});

const learningParameters = ({ place, isList, parameters }: LearningSpec): z.ZodObject =>
  z.object({
    ...(place === "integration" ? IntegrationParameters.shape : {}),
    ...parameters.shape,
    ...(isList ? PagingParameters.shape : {}),
  });

const bodies = new WeakMap<LearningSpec, z.ZodType>();

/** The parameters as a request body for the methods that take one: one component, named after the service function. */
function learningBodySchema(spec: LearningSpec): z.ZodType {
  const id = `${spec.verb.charAt(0).toUpperCase()}${spec.verb.slice(1)}Parameters`;
  const schema = bodies.get(spec) ?? learningParameters(spec).meta({ id });
  bodies.set(spec, schema);
  return schema;
}

const learningSecurity = ({ proof }: LearningSpec): Record<string, string[]>[] => {
  if (proof === "password") return [{ appOwner: [] }, {}];
  return proof === undefined ? [{ learningToken: [] }] : [];
};

/** The authentication schemes of the learning edition. */
export const learningSecuritySchemes = {
  learningToken: {
    type: "apiKey",
    in: "query",
    name: "access_token",
    description:
      "A token of the learning edition, as a parameter in the query or the body. `X-Api-Key` and `X-Api-Secret` can be sent as well.",
  },
  appOwner: {
    type: "http",
    scheme: "basic",
    description: "E-mail address and password of the app's owner.",
  },
} as const;

/**
 * Describes an operation of the learning edition. Methods that change something also take their parameters in the body.
 */
export function learningOperation(method: string, spec: LearningSpec): ZodOpenApiOperationObject {
  const hasBody = method === "POST" || method === "PUT" || method === "PATCH";
  const types = ["application/x-www-form-urlencoded", "multipart/form-data", "application/json"];
  const toContent = (schema: z.ZodType) => Object.fromEntries(types.map((type) => [type, { schema }]));
  return {
    summary: spec.summary,
    tags: [LEARNING_TAG],
    // Its paths already contain their version.
    servers: [{ url: "/" }],
    security: learningSecurity(spec),
    ...(hasBody
      ? { requestBody: { content: toContent(learningBodySchema(spec)) } }
      : { requestParams: { query: learningParameters(spec) } }),
    responses: {
      ...(spec.redirects ? { 302: REDIRECT } : { 200: learningSuccessResponse(spec) }),
      ...FAILURES,
    },
  };
}
