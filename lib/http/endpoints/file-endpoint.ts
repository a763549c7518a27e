import type { CallerByKind, CallerKind, Caller } from "@/lib/access/callers/caller";
import type { CommonSpec } from "./endpoint-spec";
import { handleRequest } from "./handle-request";
import type { PathIds } from "./path-ids";
import { createRouteHandler, type Handler } from "./methods";
import { withRequestLog } from "./request-log";
import { emptyResponse, type FinishedResponse } from "./responses";
import { csvTableResponse, type CsvTable } from "./csv";

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

/** A file to download. `title` may be in any script; `id` is for clients that support only ASCII names. */
export type FileDownload = { bytes: Buffer; type: string; title: string; id: string; extension: string };

/**
 * Returns the title without characters that file systems forbid or that reverse the direction of text. Its length keeps
 * the name under 255 bytes in every script.
 */
function sanitizeTitle({ title, id }: FileDownload): string {
  const plain = title.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "").replace(/[\\/:*?"<>|\s]+/g, " ");
  const [short = ""] = /[^ .].{0,79}/u.exec(plain) ?? [];
  return short.replace(/[ .]+$/, "") || id;
}

/** Encodes letters of any script (RFC 8187, 3.2). */
const encodeExtendedValue = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** RFC 6266: clients that understand `filename*` prefer it. */
const contentDisposition = (sent: FileDownload): string =>
  `attachment; filename="${sent.id}.${sent.extension}"; filename*=UTF-8''${encodeExtendedValue(`${sanitizeTitle(sent)}.${sent.extension}`)}`;

/** GET of a file from a service function: 200 with its bytes. */
export function fileDownload<
  Row,
  Input,
  Kind extends CallerKind = "member",
  const Ids extends readonly string[] = [],
>(
  definition: CommonSpec & {
    caller?: Kind;
    ids?: Ids;
    /** The media types that it can have. */
    media: string[];
    readQuery: (query: URLSearchParams) => Input;
    run: (
      caller: CallerByKind[Kind],
      ...input: [...ids: PathIds<Ids>, input: NoInfer<Input>]
    ) => Promise<Row>;
    present: (row: Row) => FileDownload;
  },
): Handler {
  const { run, present, readQuery, ...rest } = definition;
  const spec = { ...rest, operation: "file", verb: run.name, access: "read", status: 200 } as const;
  const handle = createRouteHandler(async (request, context) => {
    let sent: FileDownload | null = null;
    const response = await withRequestLog(request, context, (requestLog) =>
      handleRequest(request, context, spec, requestLog, {
        run: async ({ caller, ids, query }) => {
          const pathIds = ids as unknown as PathIds<Ids>;
          const fileDownload = present(await run(caller as CallerByKind[Kind], ...pathIds, readQuery(query)));
          sent = fileDownload;
          return {
            ...emptyResponse(),
            status: 200,
            headers: {
              "Content-Type": fileDownload.type,
              "Content-Disposition": contentDisposition(fileDownload),
            },
          };
        },
      }),
    );
    return withFileBody(response, sent);
  });
  return Object.assign(handle, { spec });
}

/** The body of the pipeline is text; replaces it by the bytes of the file. */
const withFileBody = (response: FinishedResponse, sent: FileDownload | null): FinishedResponse =>
  sent && response.status === 200 ? { ...response, body: Buffer.from(sent.bytes) } : response;
