import { invalidField } from "@/lib/kernel/errors";
import type { SignedRequest } from "@/lib/learning/lti/parameters";
import type { LaunchCheckInput } from "./schema";

/** A request as it was pasted. Its origin is separate, because verification uses the service's own address. */
export type PastedRequest = Omit<SignedRequest, "origin"> & {
  /** Origins that its address or its `Host` header name. */
  origins: string[];
};

const FORM_TYPE = "application/x-www-form-urlencoded";

const ADDRESS_PATTERN = /^(https?:\/\/[^/?#\s]+)?(\/[^?#\s]*)?(?:\?([^#\s]*))?(?:#.*)?$/i;

/**
 * Splits an address into origin, path and query without changing them: `new URL` would change the encoding of what is
 * signed.
 */
function parseAddress(text: string, field: string) {
  const [, origin, path, query = ""] = ADDRESS_PATTERN.exec(text.trim()) ?? [];
  if (origin === undefined && path === undefined) {
    throw invalidField(field, "invalid", "must be an http address, or a path that begins with a slash");
  }
  return { origins: origin === undefined ? [] : [origin], path: path ?? "/", query };
}

/** Removes the line ends that copying from a terminal or an editor adds. */
const trimLastLineEnd = (text: string): string => text.replace(/[\r\n]+$/, "");

function readFields({
  method,
  url,
  authorization,
  content_type: type,
  body,
}: LaunchCheckInput): PastedRequest {
  return {
    method: (method || "POST").toUpperCase(),
    ...parseAddress(url ?? "", "url"),
    authorization: authorization || null,
    contentType: type || FORM_TYPE,
    body: trimLastLineEnd(body ?? ""),
  };
}

const REQUEST_LINE = /^([A-Za-z]+)[ \t]+(\S+)(?:[ \t]+HTTP\/[\d.]+)?[ \t]*$/;
const HEADER = /^([\w-]+)[ \t]*:[ \t]*(.*?)[ \t]*$/;

/** Parses header lines into a map with names in lower case. Of several headers with one name the last counts. */
function parseHeaders(lines: string[]): Map<string, string> {
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const [, name, value = ""] = HEADER.exec(line) ?? [];
      return name === undefined ? [] : [[name.toLowerCase(), value]];
    }),
  );
}

function parseText(raw: string): PastedRequest {
  const lines = raw.replace(/^\s+/, "").split(/\r?\n/);
  const [, method, target] = REQUEST_LINE.exec(lines[0] ?? "") ?? [];
  if (method === undefined || target === undefined) {
    throw invalidField("raw", "invalid", "must begin with a line such as POST /auth/lti HTTP/1.1");
  }
  const end = lines.findIndex((line) => line.trim() === "");
  const headers = parseHeaders(lines.slice(1, end < 0 ? undefined : end));
  const address = parseAddress(target, "raw");
  const host = headers.get("host");
  const hosts = host === undefined ? [] : [`https://${host}`, `http://${host}`];
  return {
    method: method.toUpperCase(),
    ...address,
    origins: [...address.origins, ...hosts],
    authorization: headers.get("authorization") ?? null,
    contentType: headers.get("content-type") ?? FORM_TYPE,
    body: end < 0 ? "" : trimLastLineEnd(lines.slice(end + 1).join("\n")),
  };
}

/** Reads a request from its text or its fields. 422 when the text is neither an address nor a request. */
export const readPastedRequest = (input: LaunchCheckInput): PastedRequest =>
  input.raw ? parseText(input.raw) : readFields(input);
