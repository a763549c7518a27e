import { z } from "zod";
import type { Actor } from "@/lib/access/callers/caller";
import { publicUrl } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";
import { countLaunch } from "@/lib/platform/limits/request-limit";
import { errorPagePath } from "@/lib/learning/lti/errors";
import { isLtiCode } from "@/lib/learning/lti/schema";
import { createRouteHandler } from "./methods";
import { withRequestLog } from "./request-log";
import type { LearningHandler, LearningSpec } from "./learning-endpoint";
import { createLearningErrorEncoder, readUnparsed, type SentRequest } from "./learning-parameters";
import { withFailureLimit } from "./learning-sign-in";
import type { Answer, ErrorEncoder } from "./responses";

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
const encode: ErrorEncoder = (error, requestId) =>
  error instanceof ApiError && isLtiCode(error.code)
    ? redirectTo(errorPagePath(error))
    : createLearningErrorEncoder()(error, requestId);

type OnIdentified = (actor: Pick<Actor, "type" | "id">, organizationId: string) => Promise<void>;

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
        const recordIdentity: OnIdentified = async (actor, organizationId) => {
          Object.assign(requestLog, { actor, organizationId });
          requestLog.headers = await countLaunch(actor.id);
        };
        const sent = await readUnparsed(request);
        return redirectTo(await withFailureLimit(() => run({ ...sent, onIdentified: recordIdentity })));
      },
      encode,
    ),
  );
  const spec = { summary, parameters, verb: run.name, response: z.null(), proof: "signature" } as const;
  return Object.assign(handle, {
    spec: { ...spec, tokens: [], place: null, isList: false, redirects: true } satisfies LearningSpec,
    encode,
  });
}
