import type { Caller } from "@/lib/access/callers/caller";
import { csvTableResponse, type CsvTable } from "./csv";
import type { CommonSpec } from "./endpoint-spec";
import { handleRequest } from "./handle-request";
import type { PathIds } from "./path-ids";
import { createRouteHandler, type Handler } from "./methods";
import { withRequestLog } from "./request-log";

/** GET of a table from a service function: 200 with a CSV file. */
export function csvTable<const Ids extends readonly string[] = []>(
  definition: CommonSpec & { ids?: Ids; run: (caller: Caller, ...ids: PathIds<Ids>) => Promise<CsvTable> },
): Handler {
  const { run, ...rest } = definition;
  const spec = { ...rest, operation: "csv", verb: run.name, access: "read", status: 200 } as const;
  const handle = createRouteHandler((request, context) =>
    withRequestLog(request, context, (requestLog) =>
      handleRequest(request, context, spec, requestLog, {
        run: async ({ caller, ids }) =>
          csvTableResponse(await run(caller as Caller, ...(ids as unknown as PathIds<Ids>))),
      }),
    ),
  );
  return Object.assign(handle, { spec });
}
