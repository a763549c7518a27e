import { gzipSync } from "node:zlib";

// Malformed values for addresses, headers and bodies. `random` returns a number from 0 to 1.

export type Random = () => number;

export const pickOne = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value;

export const isChosen = (random: Random, share: number): boolean => random() < share;

/** Text of any characters except the two that end a line of a request. */
const randomText = (random: Random): string =>
  Array.from({ length: Math.floor(random() * 12) }, () =>
    String.fromCodePoint(Math.floor(pickOne(random, [0x7f, 0xff, 0x300, 0xd7ff, 0x1f9ff]) * random())),
  )
    .join("")
    .replace(/[\r\n]/g, "");

const TEXTS = [
  "",
  " ",
  "0",
  "-1",
  "1e999",
  "NaN",
  "9223372036854775808",
  "99999999999999999999999",
  "true",
  "null",
  "undefined",
  "__proto__",
  "constructor",
  "toString",
  "..",
  "../../../../../etc/passwd",
  "'; drop table users; --",
  '"',
  "%",
  "%00",
  "<script>alert(1)</script>",
  "{}",
  "[]",
  "a,b,,c",
  "*",
  "name:asc",
  "created_at::between::1::2",
  "2026-02-30",
  "0000-00-00T00:00:00Z",
  "+275760-09-14T00:00:00Z",
  "2026-01-01T00:00:00+99:99",
  "00000000-0000-0000-0000-000000000000",
  "a@b",
  "a@example.org",
  "@example.org",
  "https:evil.example",
  "//evil.example",
  "javascript:alert(1)",
  "http://[::1]:0/",
  "http://169.254.169.254/",
  "data:image/png;base64,AAAA",
  "\u0000",
  "😀",
  "\ud800",
  "é\u0301",
  "\u202e",
  "x".repeat(300),
  "9".repeat(400),
  "a".repeat(5000),
];

/** Text without lone surrogates, which no encoding can represent. */
export const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, "\uFFFD");

export const oddText = (random: Random): string =>
  isChosen(random, 0.8) ? pickOne(random, TEXTS) : randomText(random);

/** A part of a path or a query: encoded as a client does it, not at all, or wrongly. */
export function oddPart(random: Random): string {
  const text = wellFormed(oddText(random));
  if (isChosen(random, 0.75)) return encodeURIComponent(text);
  return pickOne(random, [
    "%",
    "%zz",
    "%ff",
    "%c0%af",
    "%00",
    "%2e%2e%2f",
    "a;b=c",
    "a%2Fb",
    "é",
    "?",
    "#",
    "\\",
  ]);
}

const buildDeepJson = (depth: number): unknown => (depth === 0 ? 1 : { a: [buildDeepJson(depth - 1)] });

/** JSON values of unexpected types and sizes. */
export function oddJson(random: Random): unknown {
  const simple = [
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    2 ** 53,
    [],
    {},
    [null],
    [[]],
    [{}],
    { id: null },
    ["a", "a"],
  ];
  if (isChosen(random, 0.5)) return oddText(random);
  if (isChosen(random, 0.9)) return pickOne(random, simple);
  return buildDeepJson(1 + Math.floor(random() * 100));
}

const latin = (text: string): Buffer => Buffer.from(text, "latin1");

/** Bodies that are not JSON, or that do not match their declared length or type. */
export function brokenBody(random: Random): Buffer {
  return pickOne(random, [
    () => latin(""),
    () => latin("{"),
    () => latin("[".repeat(20_000)),
    () => latin('{"a":'.repeat(5_000)),
    () => latin('{"name":"a","name":"b"}'),
    () => latin('{"__proto__":{"a":1},"constructor":{"prototype":{}}}'),
    () => latin('{"name":"\\ud800\\u0000"}'),
    () => latin('{"name":1e400,"id":-0}'),
    () => latin("\xff\xfe{\x00}\x00"),
    () => latin('{"name":"\xff\xff"}'),
    () => latin("null"),
    () => latin("a=%&b=%zz&c=%00&=&&d[]=1&d[x]=2"),
    () => latin('--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n'),
    () =>
      latin(
        '--x\r\nContent-Disposition: form-data; name="file"; filename="\x00.csv"\r\n\r\na,b\r\n--x--\r\n',
      ),
    () => latin('id,name\r\n"unclosed'),
    () => gzipSync(Buffer.alloc(100_000)),
    () => latin("<svg xmlns='http://www.w3.org/2000/svg'><use href='#a'/></svg>"),
    () => Buffer.alloc(100_000, "x"),
  ])();
}
