import { z } from "zod";
import { authenticateLearning } from "@/lib/accounts/authentication/learning";
import { countRequest } from "@/lib/platform/limits/request-limit";
import type { IntegrationCaller, LearningCaller, LearningTokenKind } from "@/lib/learning/requests/caller";
import { notFound } from "@/lib/kernel/errors";
import { accessUnauthorized, invalidParameters } from "@/lib/learning/requests/errors";
import { PagingParameters, toPaging, type PagedRows, type Paging } from "@/lib/learning/requests/paging";
import { IntegrationParameters } from "@/lib/learning/integrations/schema";
import { resolveIntegration } from "@/lib/learning/integrations/service";
import { recordLearningUse } from "@/lib/learning/tokens/service";
import { createRouteHandler, type RouteHandler } from "./methods";
import { withRequestLog, type RequestLog } from "./request-log";
import {
  readParameters,
  type SentRequest,
  learningResponse,
  createLearningErrorEncoder,
  parameterErrors,
  type MoreInfo,
  type TokenOwner,
} from "./learning-parameters";
import { type Answer, type ErrorEncoder, checkSchema } from "./responses";

/**
 * Where an operation takes place: in an integration that the request names, in the integration of the token (`own`), or
 * in the app, where there is none.
 */
type LearningCallers = { integration: IntegrationCaller; own: IntegrationCaller; app: LearningCaller };
type Place = keyof LearningCallers;

/** The definition of an operation of the learning edition. */
export type LearningSpec = {
  summary: string;
  /** The name of the service function, which is also the operation's id in OpenAPI. */
  verb: string;
  /** The kinds of token that it accepts; none when the request authenticates itself. */
  tokens: readonly LearningTokenKind[];
  place: Place | null;
  isList: boolean;
  parameters: z.ZodObject;
  response: z.ZodType;
  /** How a request without a token proves its sender. */
  proof?: "password" | "signature" | "code";
  /** It always redirects the browser, also on errors. */
  redirects?: true;
};

export type LearningHandler = RouteHandler & {
  spec: LearningSpec;
  encode: ErrorEncoder;
  preflight?: never;
};

type LearningWork = (sent: SentRequest, owner: TokenOwner, requestLog: RequestLog) => Promise<Answer>;

function createHandler(spec: LearningSpec, work: LearningWork, bodyLimit?: number): LearningHandler {
  const handle = createRouteHandler((request, context) => {
    const owner: TokenOwner = { id: null };
    return withRequestLog(
      request,
      context,
      async (requestLog) => work(await readParameters(request, bodyLimit), owner, requestLog),
      (error, requestId) => createLearningErrorEncoder(owner)(error, requestId),
    );
  });
  return Object.assign(handle, { spec, encode: createLearningErrorEncoder() });
}

/** Parses the parameters with each schema and reports everything that is missing or wrong at once. */
export function parseParameterSets<Schemas extends Record<string, z.ZodObject>>(
  parameters: unknown,
  schemas: Schemas,
): { [Name in keyof Schemas]: z.output<Schemas[Name]> } {
  const results = Object.entries(schemas).map(
    ([name, schema]) => [name, schema.safeParse(parameters, { reportInput: true })] as const,
  );
  const issues = results.flatMap(([, { error }]) => error?.issues ?? []);
  if (issues.length > 0) throw invalidParameters(parameterErrors(issues));
  return Object.fromEntries(results.map(([name, { data }]) => [name, data])) as never;
}

/** Throws 401 for a kind of token that the operation does not accept. */
function requireTokenKind({ kind }: LearningCaller, { tokens }: LearningSpec): void {
  if (!tokens.includes(kind)) throw accessUnauthorized("This token is not for this request.");
}

async function authenticateLearningCaller(
  { method, parameters, header }: SentRequest,
  owner: TokenOwner,
  requestLog: RequestLog,
): Promise<LearningCaller> {
  const headers = { key: header("x-api-key"), secret: header("x-api-secret") };
  const caller = await authenticateLearning(parameters.access_token, headers);
  owner.id = caller.userId;
  requestLog.actor = caller.actor;
  requestLog.organizationId = caller.organizationId;
  if (method !== "GET") requestLog.input = parameters;
  requestLog.headers = await countRequest(caller.actor);
  return caller;
}

/** For operations without parameters of their own. */
export const NoParameters = z.object({});

/** The parsed input of an operation. */
type LearningInput<Parameters> = { parameters: Parameters; paging: Paging };

async function runOperation<Parameters>(
  sent: SentRequest,
  caller: LearningCaller,
  spec: LearningSpec,
  work: (caller: LearningCaller, input: LearningInput<Parameters>) => Promise<Answer>,
): Promise<Answer> {
  requireTokenKind(caller, spec);
  const { naming, paging, parameters } = parseParameterSets(sent.parameters, {
    naming: spec.place === "integration" ? IntegrationParameters : NoParameters,
    paging: spec.isList ? PagingParameters : NoParameters,
    parameters: spec.parameters,
  });
  const input = { parameters: parameters as Parameters, paging: toPaging(paging) };
  if (spec.place === "app") return work(caller, input);
  const named = spec.place === "own" ? { integration_account_id: caller.integrationIds[0] } : naming;
  return work(
    { ...caller, integration: await resolveIntegration(caller, named) } as IntegrationCaller,
    input,
  );
}

/**
 * Handles a request, with errors in this order: 401 for the caller, 429 for too many requests, 401 for a wrong kind of
 * token, 400 for all wrong parameters at once and for an integration that does not belong to the token. Then runs
 * `work`.
 */
function learningEndpoint<Parameters>(
  spec: LearningSpec,
  bodyLimit: number | undefined,
  work: (caller: LearningCaller, input: LearningInput<Parameters>, owner: TokenOwner) => Promise<Answer>,
): LearningHandler {
  const runAuthorized: LearningWork = async (sent, owner, requestLog) => {
    const caller = await authenticateLearningCaller(sent, owner, requestLog);
    let hasSucceeded = false;
    try {
      const answer = await runOperation<Parameters>(sent, caller, spec, (current, input) =>
        work(current, input, owner),
      );
      hasSucceeded = true;
      return answer;
    } finally {
      recordLearningUse(caller, hasSucceeded);
    }
  };
  return createHandler(spec, runAuthorized, bodyLimit);
}

type LearningDefinition<Schema extends z.ZodObject, In extends Place> = {
  summary: string;
  /** Tokens of owners and integrations by default. */
  tokens?: readonly LearningTokenKind[];
  /** One integration by default. */
  place?: In;
  /** In addition to the common parameters and the token. Empty texts count as not given. */
  parameters: Schema;
  /** Largest body in bytes; 1 MiB by default. */
  bodyLimit?: number;
};

const buildSpec = (
  {
    summary,
    tokens = ["owner", "integration"],
    place = "integration",
    parameters,
  }: LearningDefinition<z.ZodObject, Place>,
  rest: Pick<LearningSpec, "verb" | "isList" | "response">,
): LearningSpec => ({ summary, tokens, place, parameters, ...rest });

/** A list, with any method: a page of rows, which `present` converts to the whole of `data`. */
export function learningList<Schema extends z.ZodObject, Row, Wire, In extends Place = "integration">(
  definition: LearningDefinition<Schema, In> & {
    run: (caller: LearningCallers[In], input: LearningInput<z.output<Schema>>) => Promise<PagedRows<Row>>;
    present: (rows: Row[]) => Wire;
    response: z.ZodType<Wire>;
  },
): LearningHandler {
  const { run: verb, present, response, bodyLimit } = definition;
  const spec = buildSpec(definition, { verb: verb.name, isList: true, response });
  return learningEndpoint<z.output<Schema>>(spec, bodyLimit, async (caller, input, owner) => {
    const { rows, total, warnings: more = {} } = await verb(caller as LearningCallers[In], input);
    const data = present(rows);
    checkSchema(response, data);
    return learningResponse(data, owner, { paging: { of: input.paging, total }, more });
  });
}

/** Any operation without pages: reading one resource, or a change. `moreInfo` reports non-fatal problems. */
export function learningAction<Schema extends z.ZodObject, Row, Wire, In extends Place = "integration">(
  definition: LearningDefinition<Schema, In> & {
    run: (caller: LearningCallers[In], input: { parameters: z.output<Schema> }) => Promise<Row>;
    present: (row: Row) => Wire;
    response: z.ZodType<Wire>;
    moreInfo?: (row: Row) => MoreInfo;
  },
): LearningHandler {
  const { run: verb, present, response, moreInfo, bodyLimit } = definition;
  const spec = buildSpec(definition, { verb: verb.name, isList: false, response });
  return learningEndpoint<z.output<Schema>>(spec, bodyLimit, async (caller, input, owner) => {
    const row = await verb(caller as LearningCallers[In], input);
    const data = present(row);
    checkSchema(response, data);
    return learningResponse(data, owner, moreInfo ? { more: moreInfo(row) } : {});
  });
}

/** The handlers of unknown paths: 404 in the learning edition's format, without a credential. */
export const unknownLearningPathHandlers = () => {
  const rejectRequest = createRouteHandler((request, context) =>
    withRequestLog(request, context, () => Promise.reject(notFound()), createLearningErrorEncoder()),
  );
  return {
    GET: rejectRequest,
    POST: rejectRequest,
    PUT: rejectRequest,
    PATCH: rejectRequest,
    DELETE: rejectRequest,
    OPTIONS: rejectRequest,
  };
};
