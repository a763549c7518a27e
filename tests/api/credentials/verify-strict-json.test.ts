import { expect, it } from "vitest";
import type { JsonProblem } from "@/lib/kernel/strict-json";
import { buildForeignBadge } from "../../support/credentials/foreign-credentials";
import { reasonsOf, sendVerification, verifyByApi } from "../../support/credentials/verify-request";

// Each problem of a text that is no strict JSON (lib/kernel/strict-json.ts), through POST /v1/verify. A badge can be sent as a text,
// in a file, in the payload of a token, or as the JSON of the request itself.

const badge = JSON.stringify(buildForeignBadge("did:web:open.example.org:issuer"));
/** Adds a member to the badge as text, because no object can have it. */
const withMember = (member: string): string => `{${member},${badge.slice(1)}`;
const nest = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;

type Expected = {
  text: string;
  /** The reason of the verdict when the badge is a text. */
  reason: string;
  detail: string | null;
  /** The response when the badge is the request. */
  sent: [status: number, words: string];
};

const PROBLEMS: Record<JsonProblem, Expected[]> = {
  malformed: [
    { text: badge.slice(0, -1), reason: "not_a_badge", detail: null, sent: [400, "not valid JSON"] },
    { text: withMember('"a":1,'), reason: "not_a_badge", detail: null, sent: [400, "not valid JSON"] },
    { text: withMember("/**/"), reason: "not_a_badge", detail: null, sent: [400, "not valid JSON"] },
  ],
  too_deep: [
    {
      text: withMember(`"a":${nest(24)}`),
      reason: "unprocessable",
      detail: null,
      sent: [200, "unprocessable"],
    },
  ],
  duplicate_name: [
    {
      text: withMember('"n\\u0061me":"Doctor","name":"Nurse"'),
      reason: "ambiguous",
      detail: "name",
      sent: [400, "“name” twice"],
    },
    {
      text: withMember('"a":{"b":[{"c":1,"c":1}]}'),
      reason: "ambiguous",
      detail: "c",
      sent: [400, "“c” twice"],
    },
    {
      text: withMember('"__proto__":{"name":"Doctor"}'),
      reason: "ambiguous",
      detail: "__proto__",
      sent: [400, "“__proto__” twice"],
    },
  ],
  unsafe_number: [
    {
      text: withMember('"a":9007199254740993'),
      reason: "ambiguous",
      detail: "9007199254740993",
      sent: [400, "9007199254740993"],
    },
    { text: withMember('"a":[1e400]'), reason: "ambiguous", detail: "1e400", sent: [400, "1e400"] },
  ],
};

const CASES = Object.entries(PROBLEMS).flatMap(([problem, inputs]) =>
  inputs.map((input, index) => [`${problem} (${index + 1})`, input] as const),
);

it.each(CASES)("%s is a verdict for a text, a file and a token", async (_problem, expected) => {
  const { text, reason, detail } = expected;
  const token = `e30.${Buffer.from(text).toString("base64url")}.AA`;
  for (const input of [
    { credential: text },
    { file: Buffer.from(text).toString("base64") },
    { credential: token },
  ]) {
    const result = await verifyByApi(input);
    expect([result.status, reasonsOf(result), result.badge]).toEqual(["unverifiable", [reason], null]);
    expect(result.checks).toMatchObject([{ check: "format", result: "unknown", detail }]);
  }
});

it.each(CASES)("%s is refused as the JSON of a request", async (_problem, { text, sent }) => {
  for (const body of [text, `{"credential":${text}}`]) {
    const { status, data } = await sendVerification(body, "application/json");
    const [expected, words] = sent;
    const described = status === 400 ? `${String(data.code)}: ${String(data.message)}` : reasonsOf(data)[0];
    expect([status, described]).toEqual([expected, expect.stringContaining(words)]);
  }
});

it("the same badge without a problem is read in each of these ways", async () => {
  const inputs = [
    { credential: badge },
    { file: Buffer.from(badge).toString("base64") },
    { credential: JSON.parse(badge) as unknown },
  ];
  for (const input of inputs) expect(reasonsOf(await verifyByApi(input))).toContain("unsigned");
});
