import { z } from "zod";
import type { Actor } from "@/lib/access/callers/caller";
import { publicUrl } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";
import { takeLaunch } from "@/lib/platform/limits/request-limit";
import { errorPage } from "@/lib/learning/lti/errors";
import { isLtiCode } from "@/lib/learning/lti/schema";
import type { RouteContext } from "./request-address";
import { withRequestLog } from "./request-log";
import type { LearningHandler, LearningSpec } from "./learning-endpoint";
import { readRaw, type Sent } from "./learning-parameters";
import { learningErrors } from "./learning-respond";
import { countingFailures } from "./learning-sign-in";
import type { Answer, ErrorEncoder } from "./respond";

const leadTo = (path: string): Answer => ({
  status: 302,
  body: "",
  headers: {
    Location: publicUrl(path),
    "Content-Type": "text/plain; charset=utf-8",
    "Referrer-Policy": "no-referrer",
  },
});

/** A failure of LTI is a page for the person who clicked; everything else is told to the program that sent it. */
const encode: ErrorEncoder = (error, requestId) =>
  error instanceof ApiError && isLtiCode(error.code)
    ? leadTo(errorPage(error))
    : learningErrors()(error, requestId);

type Listener = (actor: Pick<Actor, "type" | "id">, organizationId: string) => Promise<void>;

/**
 * POST of a browser that comes from an LMS: 302 to where `run` leads, or to the page that says what went wrong
 * (specification, "IFrame flow"); 404 for what is no signed request at all, 429 for a flood of them. All learners of an app
 * come through here at the same hour, so there are many more of them than of other requests.
 */
export function ltiLaunch({
  summary,
  parameters,
  run,
}: {
  summary: string;
  parameters: z.ZodObject;
  run: (sent: Sent & { isKnown: Listener }) => Promise<string>;
}): LearningHandler {
  const handle = (request: Request, context: RouteContext): Promise<Response> =>
    withRequestLog(
      request,
      context,
      async (requestLog) => {
        const isKnown: Listener = async (actor, organizationId) => {
          Object.assign(requestLog, { actor, organizationId });
          requestLog.headers = await takeLaunch(actor.id);
        };
        const sent = await readRaw(request);
        return leadTo(await countingFailures(() => run({ ...sent, isKnown })));
      },
      encode,
    );
  const spec = { summary, parameters, verb: run.name, response: z.null(), proof: "signature" } as const;
  return Object.assign(handle, {
    spec: { ...spec, tokens: [], place: null, isList: false, redirects: true } satisfies LearningSpec,
    encode,
  });
}
