import type { z } from "zod";
import type { Caller } from "@/lib/access/callers/caller";
import { csvTableResponse, wantsCsv, type CsvTable } from "./csv";
import { checkSchema, jsonResponse } from "./responses";
import type { CommonSpec } from "./endpoint-spec";
import { handleRequest, readList } from "./handle-request";
import { createRouteHandler, type Handler } from "./methods";
import { withRequestLog } from "./request-log";

/** GET of a report that the query describes: 200 with its data, or with `format=csv` one of its tables, if it has any. */
export function report<Input, Row, Wire>(
  definition: CommonSpec & {
    readQuery: (query: URLSearchParams) => Input;
    run: (caller: Caller, input: Input) => Promise<Row>;
    present: (row: Row) => Wire;
    response: z.ZodType<Wire>;
    table?: (data: Wire, query: URLSearchParams) => CsvTable;
  },
): Handler {
  const { readQuery, run, present, table, ...rest } = definition;
  const spec = {
    ...rest,
    operation: "get",
    verb: run.name,
    access: "read",
    status: 200,
    ...(table ? { hasTables: true as const } : {}),
  } as const;
  const handle = createRouteHandler((request, context) =>
    withRequestLog(request, context, (requestLog) =>
      handleRequest(request, context, spec, requestLog, {
        run: async ({ caller, query }) => {
          const input = readQuery(query);
          const data = present(await readList(caller, () => run(caller as Caller, input)));
          checkSchema(rest.response, data);
          return table && wantsCsv(query) ? csvTableResponse(table(data, query)) : jsonResponse(200, data);
        },
      }),
    ),
  );
  return Object.assign(handle, { spec });
}
