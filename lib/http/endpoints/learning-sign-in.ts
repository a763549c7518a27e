import { z } from "zod";
import { publicUrl } from "@/lib/kernel/env";
import { errorPagePath } from "@/lib/learning/lti/errors";
import { isLtiCode } from "@/lib/learning/lti/schema";
import { countFailure, countLaunch, countRequest } from "@/lib/platform/limits/request-limit";
import type { Actor } from "@/lib/access/callers/caller";
import { ApiError } from "@/lib/kernel/errors";
import type { IncomingRequest } from "@/lib/kernel/incoming-request";
import { parseParameterSets, type LearningHandler, type LearningSpec } from "./learning-endpoint";
import { createRouteHandler } from "./methods";
import { withRequestLog, type RequestLog } from "./request-log";
import {
  createLearningErrorEncoder,
  learningResponse,
  readParameters,
  readUnparsed,
  type SentRequest,
  type TokenOwner,
} from "./learning-parameters";
import { type Answer, checkSchema, type ErrorEncoder } from "./responses";

/** Reports the identified actor, for the rate limit and the log. */
type OnIdentified = (actor: Pick<Actor, "type" | "id">, organizationId: string) => Promise<void>;

const createOnIdentified =
  (requestLog: RequestLog, count: typeof countRequest = countRequest): OnIdentified =>
  async (actor, organizationId) => {
    requestLog.actor = actor;
    requestLog.organizationId = organizationId;
    requestLog.headers = await count(actor);
  };

/** Counts wrong keys, signatures and codes like wrong tokens. */
async function withFailureLimit<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isGuess = error instanceof ApiError && (error.status === 401 || error.code === "LTI_APP_NOT_FOUND");
    if (isGuess) await countFailure();
    throw error;
  }
}

type SignInInput<Schema extends z.ZodObject> = Omit<SentRequest, "parameters"> & {
  parameters: z.output<Schema>;
  onIdentified: OnIdentified;
};

/**
 * POST that returns a token to a caller who authenticates in the request itself: by a password, a signature or a code.
 * `run` gets the request as it was sent and its parameters. A signed request has no parsed parameters, because only the
 * verifier knows what the signature covers.
 */
export function learningSignIn<Schema extends z.ZodObject, Row extends { userId: string }, Wire>(definition: {
  summary: string;
  proof: NonNullable<LearningSpec["proof"]>;
  parameters: Schema;
  run: (input: SignInInput<Schema>) => Promise<Row>;
  present: (row: Row) => Wire;
  response: z.ZodType<Wire>;
}): LearningHandler {
  const { summary, proof, parameters: schema, run, present, response } = definition;
  const respond = async (request: IncomingRequest, owner: TokenOwner, requestLog: RequestLog) => {
    const sent = proof === "signature" ? await readUnparsed(request) : await readParameters(request);
    const { parameters } = parseParameterSets(sent.parameters, { parameters: schema });
    const input = {
      ...sent,
      parameters: parameters as z.output<Schema>,
      onIdentified: createOnIdentified(requestLog),
    };
    // Wrong passwords have their own limit.
    const row = proof === "password" ? await run(input) : await withFailureLimit(() => run(input));
    owner.id = row.userId;
    const data = present(row);
    checkSchema(response, data);
    return learningResponse(data, owner, {});
  };
  const handle = createRouteHandler((request, context) => {
    const owner: TokenOwner = { id: null };
    return withRequestLog(
      request,
      context,
      (requestLog) => respond(request, owner, requestLog),
      (error, requestId) => createLearningErrorEncoder(owner)(error, requestId),
    );
  });
  const spec = { summary, proof, parameters: schema, response, verb: run.name };
  return Object.assign(handle, {
    spec: { ...spec, tokens: [], place: null, isList: false } satisfies LearningSpec,
    encode: createLearningErrorEncoder(),
  });
}

const redirectTo = (path: string): Answer => ({
  status: 302,
  body: "",
  headers: {
    Location: publicUrl(path),
    "Content-Type": "text/plain; charset=utf-8",
    "Referrer-Policy": "no-referrer",
  },
});

/** A failed launch shows a page to the person who clicked. All other errors are returned to the program. */
const encodeLaunchError: ErrorEncoder = (error, requestId) =>
  error instanceof ApiError && isLtiCode(error.code)
    ? redirectTo(errorPagePath(error))
    : createLearningErrorEncoder()(error, requestId);

/**
 * POST of a browser that comes from an LMS: 302 to the path that `run` returns, or to the error page (specification,
 * "IFrame flow"); 404 for a request that is not signed, 429 for too many. All learners of an app may launch in the same
 * hour, so the limit is much higher than for other requests.
 */
export function ltiLaunch({
  summary,
  parameters,
  run,
}: {
  summary: string;
  parameters: z.ZodObject;
  run: (sent: SentRequest & { onIdentified: OnIdentified }) => Promise<string>;
}): LearningHandler {
  const handle = createRouteHandler((request, context) =>
    withRequestLog(
      request,
      context,
      async (requestLog) => {
        const onIdentified = createOnIdentified(requestLog, ({ id }) => countLaunch(id));
        const sent = await readUnparsed(request);
        return redirectTo(await withFailureLimit(() => run({ ...sent, onIdentified })));
      },
      encodeLaunchError,
    ),
  );
  const spec = { summary, parameters, verb: run.name, response: z.null(), proof: "signature" } as const;
  return Object.assign(handle, {
    spec: { ...spec, tokens: [], place: null, isList: false, redirects: true } satisfies LearningSpec,
    encode: encodeLaunchError,
  });
}
