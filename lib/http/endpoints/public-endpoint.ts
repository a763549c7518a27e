import type { z } from "zod";
import type { IncomingRequest } from "@/lib/kernel/incoming-request";
import {
  parseBody,
  readBodyText,
  requireStrictJson,
  TABLE_BODY_LIMIT,
  isMultipart,
  readFormFile,
} from "./body";
import { readPathIds, type PathIds } from "./path-ids";
import { createRouteHandler, type Handler } from "./methods";
import { readParams } from "./incoming";
import { withRequestLog } from "./request-log";
import { jsonResponse, checkSchema } from "./responses";

/**
 * Reads the input of an operation that takes a file: as the `file` of a multipart form, or in JSON as base64. JSON-LD, which
 * has an `@context`, is the `credential` itself.
 */
async function readFileInput(request: IncomingRequest): Promise<unknown> {
  if (isMultipart(request)) {
    const file = await readFormFile(request);
    return file ? { file: file.toString("base64") } : {};
  }
  const text = await readBodyText(request, TABLE_BODY_LIMIT);
  const given = parseBody(text, request.headers.get("content-type"), "");
  if (typeof given !== "object" || given === null) return given;
  const isCredential = "@context" in given;
  if (isCredential || ("credential" in given && typeof given.credential === "object"))
    requireStrictJson(text);
  return isCredential ? { credential: given } : given;
}

const readInput = async (request: IncomingRequest): Promise<unknown> =>
  parseBody(await readBodyText(request), request.headers.get("content-type"), "");

/**
 * An operation that needs no sign-in: cookies and credentials are not read, so it cannot change anything that they
 * protect. The service function limits how often it can be called. Nothing is read from the query string, because
 * secrets must not be there, and nothing is stored for an `Idempotency-Key`. The service function checks the ids of the
 * path itself: an invalid id and an unknown one get the same response.
 */
export function publicEndpoint<Body, Row, Wire, const Ids extends readonly string[] = []>(definition: {
  summary: string;
  status: 200 | 202;
  body: z.ZodType<Body>;
  ids?: Ids;
  /** It also takes a multipart form, and bodies of up to 14 MiB. */
  takesFile?: true;
  run: (...input: [...ids: PathIds<Ids>, body: NoInfer<Body>]) => Promise<Row>;
  present: (row: Row) => Wire;
  response: z.ZodType<Wire>;
}): Handler {
  const { run, present, ...rest } = definition;
  const handle = createRouteHandler((request, context) =>
    withRequestLog(request, context, async () => {
      const params = readParams(context);
      const given = await (rest.takesFile ? readFileInput(request) : readInput(request));
      const body = rest.body.parse(given, { reportInput: true });
      const ids = readPathIds(params, rest.ids ?? []) as PathIds<Ids>;
      const data = present(await run(...ids, body));
      checkSchema(rest.response, data);
      return jsonResponse(rest.status, data);
    }),
  );
  const spec = { ...rest, scope: null, operation: "public", verb: run.name, access: null } as const;
  return Object.assign(handle, { spec });
}
