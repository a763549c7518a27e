import type { Caller } from "@/lib/access/callers/caller";
import { sheetAnswer, type Sheet } from "./csv";
import type { Handler } from "./endpoint";
import type { Common, Input } from "./endpoint-spec";
import { handleRequest } from "./handle-request";
import type { RouteContext } from "./request-address";
import { withRequestLog } from "./request-log";

/** GET of a table that a verb makes: 200 with a CSV file. */
export function sheet(
  definition: Common & { run: (caller: Caller, input: Input<undefined>) => Promise<Sheet> },
): Handler {
  const { run, ...rest } = definition;
  const spec = { ...rest, operation: "sheet", verb: run.name, access: "read", status: 200 } as const;
  const handle = (request: Request, context: RouteContext): Promise<Response> =>
    withRequestLog(request, context, (requestLog) =>
      handleRequest(request, context, spec, requestLog, {
        run: async (input) => sheetAnswer(await run(input.caller as Caller, { ...input, body: undefined })),
      }),
    );
  return Object.assign(handle, { spec });
}
