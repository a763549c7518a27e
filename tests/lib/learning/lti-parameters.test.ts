import { describe, expect, it } from "vitest";
import { serializeParameters, sortParameters } from "@/lib/learning/lti/base-string";
import { collectParameters, type SignedRequest } from "@/lib/learning/lti/parameters";
import { emptyRequest, FORM } from "../../support/learning/lti";

const collect = (given: Partial<SignedRequest>) => collectParameters({ ...emptyRequest, ...given });
const header = (authorization: string) => collect({ authorization });

describe("a form, as body and as query", () => {
  it.each([
    [
      "a=1&b=2",
      [
        ["a", "1"],
        ["b", "2"],
      ],
    ],
    [
      "a=1&a=1&a=0",
      [
        ["a", "1"],
        ["a", "1"],
        ["a", "0"],
      ],
    ],
    [
      "a=&b",
      [
        ["a", ""],
        ["b", ""],
      ],
    ],
    [
      "=v&=",
      [
        ["", "v"],
        ["", ""],
      ],
    ],
    ["a=b=c==", [["a", "b=c=="]]],
    [
      "a=1+2&b+c=%2B",
      [
        ["a", "1 2"],
        ["b c", "+"],
      ],
    ],
    [
      "a=1;b=2&c;d=3",
      [
        ["a", "1;b=2"],
        ["c;d", "3"],
      ],
    ],
    ["&&a=1&&", [["a", "1"]]],
    ["%61=%7e%7E~", [["a", "~~~"]]],
    ["a=%2541", [["a", "%41"]]],
    ["a=%C3%A9%F0%9F%98%80é", [["a", "é😀é"]]],
    ["a=%00%0A", [["a", "\u0000\n"]]],
    [
      "__proto__=1&constructor=2&__proto__=3",
      [
        ["__proto__", "1"],
        ["constructor", "2"],
        ["__proto__", "3"],
      ],
    ],
    [
      "a[b]=1&a[]=2",
      [
        ["a[b]", "1"],
        ["a[]", "2"],
      ],
    ],
    ["", []],
  ])("%s", (text, parameters) => {
    expect(collect({ body: text })).toEqual({ query: [], header: [], body: parameters, isMalformed: false });
    expect(collect({ query: `?${text}` })).toMatchObject({ query: parameters, isMalformed: false });
    expect(collect({ query: text })).toMatchObject({ query: parameters, isMalformed: false });
  });

  it.each(["a=%", "a=%2", "a=%ZZ", "%GG=1", "a=%u0041", "a=%FF", "a=%C3", "a=%ED%A0%80", "a=\uD800"])(
    "%s is unreadable, but its neighbours are readable",
    (text) => {
      expect(collect({ body: `${text}&b=2` })).toMatchObject({ body: [["b", "2"]], isMalformed: true });
      expect(collect({ query: text })).toMatchObject({ query: [], isMalformed: true });
    },
  );

  it("may have a thousand parameters and no more, in all places together", () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `p${index}=1`).join("&");
    expect(collect({ body: many(1_000) }).isMalformed).toBe(false);
    expect(collect({ body: many(1_001) }).isMalformed).toBe(true);
    expect(collect({ body: many(600), query: many(401) }).isMalformed).toBe(true);
  });
});

describe("the body", () => {
  it.each([FORM, `${FORM};charset=UTF-8`, "Application/X-WWW-Form-URLencoded ; charset=utf-8"])(
    "counts as %s",
    (contentType) => {
      expect(collect({ contentType, body: "a=1" }).body).toEqual([["a", "1"]]);
    },
  );

  it.each([
    null,
    "",
    "application/json",
    "multipart/form-data; boundary=a",
    "text/plain",
    `${FORM}x`,
    `x${FORM}`,
  ])("does not count as %s, and does not make the request fail either", (contentType) => {
    expect(collect({ contentType, body: "a=1&b=%" })).toMatchObject({ body: [], isMalformed: false });
  });
});

describe("the Authorization header", () => {
  const expected = [
    ["a", "1"],
    ["b", "x y"],
  ];

  it.each([
    'OAuth a="1", b="x%20y"',
    'OAuth a="1",b="x%20y"',
    'OAuth a="1" b="x%20y"',
    "OAuth a=1, b=x%20y",
    "OAuth a=1 b=x%20y",
    'OAuth a=1\tb="x%20y"',
    'OAuth a="1",\r\n b="x%20y"',
    'OAuth ,, a="1" , b=x%20y ,',
    ' oauth a="1", b="x%20y"',
    'OAUTH realm="Photos", a="1", b="x%20y"',
    'OAuth a="1", realm="Pho, to=s \\" %ZZ", b="x%20y"',
    "OAuth realm=, a=1, b=x%20y",
  ])("is read from %j", (authorization) => {
    expect(header(authorization)).toEqual({ query: [], header: expected, body: [], isMalformed: false });
  });

  it("preserves a plus sign, an unencoded signature, empty values and repetitions", () => {
    const { header: parameters } = header('OAuth a="x+y", s=ab/c+d==, e="", f=, a="2", %61="3"');
    expect(parameters).toEqual([
      ["a", "x+y"],
      ["s", "ab/c+d=="],
      ["e", ""],
      ["f", ""],
      ["a", "2"],
      ["a", "3"],
    ]);
  });

  it("excludes only its own realm: a parameter of the form with this name is like any other", () => {
    expect(collect({ body: "realm=1", authorization: "OAuth realm=2" })).toMatchObject({
      header: [],
      body: [["realm", "1"]],
    });
  });

  it.each([
    "Basic YTpi",
    'Bearer a="1"',
    'OAuth2 a="1"',
    "OAuth",
    "",
    "oauth_consumer_key=1",
    'DPoP,OAuth a="1"',
  ])("is absent in %j", (authorization) => {
    expect(header(authorization)).toMatchObject({ header: [], isMalformed: false });
  });

  it.each([
    'OAuth a="1',
    'OAuth a="1"b="2"',
    "OAuth a",
    "OAuth a=1, b",
    'OAuth a="%"',
    "OAuth =1",
    'OAuth "a"="1"',
  ])("is malformed as %j", (authorization) => {
    expect(header(authorization).isMalformed).toBe(true);
  });

  it("is read in linear time", () => {
    // A parser with quadratic time would exceed the time limit of any test.
    for (const part of ["a", "\\", '"', 'a="', "a=\\", ", ", "="]) header(`OAuth ${part.repeat(1_000_000)}`);
  });
});

describe("the order of parameters", () => {
  const text = (body: string): string => serializeParameters(sortParameters(collect({ body }).body));

  it.each([
    [
      "by name before value, also where = is more than a character of the name",
      "a-=0&a=1&a%2B=2",
      "a=1&a%2B=2&a-=0",
    ],
    ["by value when names are equal", "a=z&a=1&a=&a=10&a=2", "a=&a=1&a=10&a=2&a=z"],
    ["by bytes, not by letters", "b=1&B=2&_=3&0=4&~=5&%C3%A4=6", "%C3%A4=6&0=4&B=2&_=3&b=1&~=5"],
    ["by encoded values: a space comes before a letter", "a=x&a=%20&a=%7B", "a=%20&a=%7B&a=x"],
    ["by the bytes of UTF-8, not by code units", "a=%F0%9F%98%80&a=%EF%BF%BD", "a=%EF%BF%BD&a=%F0%9F%98%80"],
    ["like text, not like numbers", "10=a&9=b&1=c", "1=c&10=a&9=b"],
    ["and each repetition counts", "a=1&a=1", "a=1&a=1"],
    [
      "and leaves the signature out, however often and wherever",
      "oauth_signature=x&a=1&oauth_signature=y",
      "a=1",
    ],
  ])("is %s", (_rule, body, sorted) => {
    expect(text(body)).toBe(sorted);
  });
});
