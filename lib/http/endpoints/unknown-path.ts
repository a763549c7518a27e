import type { CallerKind } from "@/lib/access/callers/caller";
import { notFound } from "@/lib/kernel/errors";
import { buildExports, createRouteHandler, type RouteExports } from "./methods";
import { authenticateCaller } from "./handle-request";
import { withRequestLog } from "./request-log";

/** The handlers of unknown paths: 401 without a credential, as everywhere else, and otherwise 404. */
export function unknownPathHandlers(kind?: CallerKind): RouteExports {
  const rejectRequest = createRouteHandler((request, context) =>
    withRequestLog(request, context, async (requestLog) => {
      await authenticateCaller(request, context, requestLog, kind);
      throw notFound();
    }),
  );
  return buildExports(() => rejectRequest, rejectRequest);
}
