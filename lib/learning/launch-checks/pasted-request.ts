import { invalidField } from "@/lib/kernel/errors";
import type { SignedRequest } from "@/lib/learning/lti/parameters";
import type { LaunchCheckInput } from "./schema";

/** A request as it was pasted. Its origin is separate, because verification uses the service's own address. */
export type Pasted = Omit<SignedRequest, "origin"> & {
  /** Origins that its address or its `Host` header name. */
  origins: string[];
};

const FORM = "application/x-www-form-urlencoded";

const ADDRESS = /^(https?:\/\/[^/?#\s]+)?(\/[^?#\s]*)?(?:\?([^#\s]*))?(?:#.*)?$/i;

/**
 * Splits an address into origin, path and query without changing them: `new URL` would change the encoding of what is
 * signed.
 */
function addressOf(text: string, field: string) {
  const [, origin, path, query = ""] = ADDRESS.exec(text.trim()) ?? [];
  if (origin === undefined && path === undefined) {
    throw invalidField(field, "invalid", "must be an http address, or a path that begins with a slash");
  }
  return { origins: origin === undefined ? [] : [origin], path: path ?? "/", query };
}

/** Removes the line ends that copying from a terminal or an editor adds. */
const withoutLastLineEnd = (text: string): string => text.replace(/[\r\n]+$/, "");

function fromFields({ method, url, authorization, content_type: type, body }: LaunchCheckInput): Pasted {
  return {
    method: (method || "POST").toUpperCase(),
    ...addressOf(url ?? "", "url"),
    authorization: authorization || null,
    contentType: type || FORM,
    body: withoutLastLineEnd(body ?? ""),
  };
}

const REQUEST_LINE = /^([A-Za-z]+)[ \t]+(\S+)(?:[ \t]+HTTP\/[\d.]+)?[ \t]*$/;
const HEADER = /^([\w-]+)[ \t]*:[ \t]*(.*?)[ \t]*$/;

/** Parses header lines into a map with names in lower case. Of several headers with one name the last counts. */
function headersOf(lines: string[]): Map<string, string> {
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const [, name, value = ""] = HEADER.exec(line) ?? [];
      return name === undefined ? [] : [[name.toLowerCase(), value]];
    }),
  );
}

function fromText(raw: string): Pasted {
  const lines = raw.replace(/^\s+/, "").split(/\r?\n/);
  const [, method, target] = REQUEST_LINE.exec(lines[0] ?? "") ?? [];
  if (method === undefined || target === undefined) {
    throw invalidField("raw", "invalid", "must begin with a line such as POST /auth/lti HTTP/1.1");
  }
  const end = lines.findIndex((line) => line.trim() === "");
  const headers = headersOf(lines.slice(1, end < 0 ? undefined : end));
  const address = addressOf(target, "raw");
  const host = headers.get("host");
  const hosts = host === undefined ? [] : [`https://${host}`, `http://${host}`];
  return {
    method: method.toUpperCase(),
    ...address,
    origins: [...address.origins, ...hosts],
    authorization: headers.get("authorization") ?? null,
    contentType: headers.get("content-type") ?? FORM,
    body: end < 0 ? "" : withoutLastLineEnd(lines.slice(end + 1).join("\n")),
  };
}

/** Reads a request from its text or its fields. 422 when the text is neither an address nor a request. */
export const readPasted = (input: LaunchCheckInput): Pasted =>
  input.raw ? fromText(input.raw) : fromFields(input);
