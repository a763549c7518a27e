import { MAX_JSON_VALUES } from "@/lib/kernel/json-values";
import { Pool } from "undici";

const MEBIBYTE = 1_048_576;

/** Repeats a part until the text between `head` and `tail` has a mebibyte. */
const fill = (head: string, part: (index: number) => string, tail: string): string => {
  const parts = [head];
  for (let [index, length] = [0, head.length + tail.length]; ; index += 1) {
    const next = part(index);
    length += next.length;
    if (length > MEBIBYTE) return parts.join("") + tail;
    parts.push(next);
  }
};

const nest = (open: string, inner: string, close: string, most = Infinity): string => {
  const depth = Math.min(most, Math.floor((MEBIBYTE - inner.length) / (open.length + close.length)));
  return open.repeat(depth) + inner + close.repeat(depth);
};

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";

/** As many values as are parsed: the lengths of their names make them fill a mebibyte. */
const MOST = MAX_JSON_VALUES - 10;
const longKey = (index: number): string => String(index).padStart(Math.ceil(MEBIBYTE / MOST) - 5, "k");

/** Bodies of a mebibyte that take the most memory: those that are parsed, and those that are refused before that. */
export const LARGE_BODIES: { name: string; type: string; body: string }[] = [
  { name: "nested lists", type: JSON_TYPE, body: `{"a":${nest("[", "", "]").slice(3, -3)}}` },
  { name: "nested objects", type: JSON_TYPE, body: nest('{"a":', "1", "}") },
  { name: "as many nested objects as are parsed", type: JSON_TYPE, body: nest('{"a":', "1", "}", MOST) },
  {
    name: "as many keys as are parsed",
    type: JSON_TYPE,
    body: fill('{"a":0', (index) => `,"${longKey(index)}":1`, "}"),
  },
  {
    name: "as many items as are parsed",
    type: JSON_TYPE,
    body: fill('{"evidence":[{}', () => `,{${" ".repeat(Math.ceil(MEBIBYTE / (MOST / 2)) - 3)}}`, "]}"),
  },
  { name: "many keys", type: JSON_TYPE, body: fill('{"a":0', (index) => `,"k${index}":1`, "}") },
  { name: "many items", type: JSON_TYPE, body: fill('{"evidence":[{}', () => ",{}", "]}") },
  { name: "many fields", type: FORM_TYPE, body: fill("a=1", (index) => `&k${index}=1`, "") },
  { name: "many list items", type: FORM_TYPE, body: fill("a=1", () => "&a[][b]=1", "") },
];

type Target = { origin: string; path: string; headers?: Record<string, string> };
type Answer = { status: number; retryAfter: string | undefined; text: string };

/** Sends a body `count` times at once, each on a connection of its own. */
export async function sendAtOnce(
  { origin, path, headers = {} }: Target,
  { type, body }: { type: string; body: string },
  count: number,
): Promise<Answer[]> {
  const pool = new Pool(origin, { connections: count, pipelining: 1, headersTimeout: 0 });
  const bytes = Buffer.from(body);
  const send = async (): Promise<Answer> => {
    const response = await pool.request({
      path,
      method: "POST",
      headers: { ...headers, "content-type": type },
      body: bytes,
    });
    const retryAfter = response.headers["retry-after"];
    return {
      status: response.statusCode,
      retryAfter: typeof retryAfter === "string" ? retryAfter : undefined,
      text: await response.body.text(),
    };
  };
  try {
    return await Promise.all(Array.from({ length: count }, send));
  } finally {
    await pool.destroy();
  }
}
