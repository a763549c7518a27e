import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createTranslator } from "use-intl/core";
import { describe, expect, it } from "vitest";
import { LaunchView, type Outcome } from "@/components/launch/launch-view";
import { formatRequirement, formatScore } from "@/components/launch/requirement-text";
import { findTargetOrigin, buildFrameResize } from "@/components/launch/launch-screen";
import { readToken } from "@/components/launch/use-launch-token";
import { loadMessages } from "@/lib/platform/languages/messages";
import {
  LaunchPage,
  type LaunchBadge,
  type LaunchRequirement,
  type LaunchRule,
} from "@/lib/learning/learner-page/schema";
import { withMessages } from "../../support/browser/with-messages";

const badge = (given: Partial<LaunchBadge>): LaunchBadge => ({
  id: "01900000-0000-7000-8000-000000000001",
  state: "accepted",
  name: "Statistics I",
  description: "Reads data with care.",
  image_url: "https://badges.example.org/images/1/image.png",
  issuer_name: "Lumen Academy",
  issued_at: "2026-02-11T10:00:00.000Z",
  expires_at: null,
  is_expired: false,
  is_not_yet_valid: false,
  is_test: false,
  results: [],
  badge_url: "https://badges.example.org/badges/1",
  ...given,
});

const requirement = (given: Partial<LaunchRequirement> = {}): LaunchRequirement => ({
  grade_object_id: 1,
  gradable_name: "Exam",
  callback: "points",
  operator: "gte",
  value: "80",
  score: null,
  is_met: false,
  ...given,
});

const rule = (given: Partial<LaunchRule>): LaunchRule => ({
  id: 1,
  name: "Open Data Steward",
  desc: "The exam",
  has_own_desc: true,
  image_url: "https://badges.example.org/images/2/image.png",
  issuer_name: "Lumen Academy",
  state: "open",
  requirements: [
    requirement(),
    requirement({ grade_object_id: 2, gradable_name: "Quiz", score: "91", is_met: true }),
  ],
  ...given,
});

const launch = (given: Partial<LaunchPage> = {}): LaunchPage =>
  LaunchPage.parse({
    course_name: "SI182",
    organization_name: "Lumen Academy",
    primary_hex_color: "#7a1f3d",
    learner_name: "Ada",
    launch_origins: ["https://lms.example"],
    badges: [],
    rules: [],
    ...given,
  });

const messages = await loadMessages("en");
const t = createTranslator({ locale: "en", messages, namespace: "launch.requirement" });

const nothing = () => undefined;

const markup = async (
  given: Partial<LaunchPage>,
  onOpen: (() => void) | null = null,
  outcome: Outcome | null = null,
): Promise<string> =>
  renderToStaticMarkup(
    await withMessages(
      createElement(LaunchView, {
        launch: launch(given),
        busyId: null,
        outcome,
        onOpen,
        onAccept: nothing,
        onDecline: nothing,
        onClaim: nothing,
      }),
    ),
  );

const visibleText = (html: string): string => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
const listButtons = (html: string): string[] =>
  [...html.matchAll(/<button.*?<\/button>/gs)].map(([button]) => visibleText(button).trim());

describe("the page inside the LMS", () => {
  it("shows the earner of the badges, and what to expect when there are none", async () => {
    const words = visibleText(await markup({}));
    expect(words).toContain("SI182 Your badges, Ada");
    expect(words).toContain("Once Lumen Academy awards badges here");
    expect(visibleText(await markup({ learner_name: null }))).toContain(" Your badges ");
  });

  it("offers to accept a pending badge, accept it privately or decline it, with its name on each button", async () => {
    const html = await markup({ badges: [badge({ state: "pending", badge_url: null })] });
    expect(listButtons(html)).toEqual([
      "Accept Statistics I",
      "Accept privately Statistics I",
      "Decline… Statistics I",
    ]);
    expect(html).not.toContain("<a ");
  });

  it("announces at once that an action failed, and other results politely", async () => {
    const failed = await markup({}, null, { tone: "negative", title: "That did not work" });
    expect(failed).toMatch(/role="alert"[^>]*><p[^>]*>That did not work/);
    const accepted = await markup({}, null, { tone: "positive", title: "Statistics I is yours" });
    expect(accepted).not.toContain('role="alert"');
    expect(accepted).toContain('role="status"');
  });

  it("links the public page of an accepted badge, in a new tab", async () => {
    const html = await markup({
      badges: [badge({ expires_at: "2026-03-01T00:00:00.000Z", is_expired: true })],
    });
    expect(html).toMatch(
      /<a href="https:\/\/badges\.example\.org\/badges\/1" target="_blank" rel="noopener"/,
    );
    expect(visibleText(html)).toContain("expired on Mar 1, 2026");
    expect(listButtons(html)).toEqual([]);
    const hidden = await markup({ badges: [badge({ badge_url: null })] });
    expect(hidden).not.toContain("<a ");
    expect(visibleText(hidden)).toContain("only you and the issuer can see it");
  });

  it("offers only earned badges that are not yet issued to be claimed", async () => {
    const rules = (["open", "claimable", "issued", "declined"] as const).map((state, id) =>
      rule({ id, state }),
    );
    expect(listButtons(await markup({ rules }))).toEqual(["Claim Open Data Steward"]);
  });

  it("shows the progress of each rule, visually and for screen readers", async () => {
    const html = await markup({ rules: [rule({ id: 7 })] });
    expect(html).toContain('role="progressbar" aria-labelledby="rule-7" aria-valuemin="0" aria-valuemax="2"');
    expect(html).toContain('aria-valuenow="1" aria-valuetext="1 of 2 met"');
    expect(visibleText(html)).toContain("Not met: Exam Required: at least 80 points Yours: no grade yet");
    expect(visibleText(html)).toContain("Met: Quiz Required: at least 80 points Yours: 91 points");
  });

  it("shows open requirements first", async () => {
    const rules = [
      rule({ id: 1, name: "Done", state: "issued" }),
      rule({ id: 2, name: "Ready", state: "claimable" }),
      rule({ id: 3, name: "Open", state: "open" }),
    ];
    const [, progress = ""] = (await markup({ rules })).split("Your progress");
    expect([...progress.matchAll(/<h3[^>]*>([^<]+)</g)].map(([, name]) => name)).toEqual([
      "Open",
      "Ready",
      "Done",
    ]);
  });

  it("offers to open in a new tab from a frame, but not from a tab", async () => {
    expect(listButtons(await markup({}, nothing))).toEqual(["Open in a new tab"]);
    expect(listButtons(await markup({}))).toEqual([]);
  });
});

describe("a requirement in words", () => {
  it.each([
    ["points", "gte", "80", "at least 80 points"],
    ["points", "gt", "7.5", "more than 7.5 points"],
    ["points", "eq", "100", "exactly 100 points"],
    ["points", "lte", "10", "at most 10 points"],
    ["points", "lt", "10", "fewer than 10 points"],
    ["letterGrade", "gte", "B", "B or better"],
    ["letterGrade", "gte", "A", "exactly A"],
    ["letterGrade", "gt", "C", "better than C"],
    ["letterGrade", "eq", "B", "exactly B"],
    ["letterGrade", "lte", "D", "D or lower"],
    ["letterGrade", "lt", "B", "lower than B"],
    ["complete", "eq", "Completed", "completed"],
    ["complete", "lt", "Completed", "not completed"],
    ["pass", "gte", "Pass", "passed"],
    ["pass", "eq", "Pass or Fail", "passed or failed"],
    ["pass", "lt", "Pass", "not passed"],
  ] as const)("%s %s %s: %s", (callback, operator, value, words) => {
    expect(formatRequirement(requirement({ callback, operator, value }), t)).toBe(words);
  });

  it.each([
    ["points", "1", "1 point"],
    ["points", "72", "72 points"],
    ["points", null, "no grade yet"],
    ["letterGrade", "B", "B"],
    ["complete", null, "not yet"],
    ["complete", "Completed", "completed"],
    ["pass", "Fail", "failed"],
  ] as const)("a score of %s %s: %s", (callback, score, words) => {
    expect(formatScore(requirement({ callback, score }), t)).toBe(words);
  });
});

describe("the token in an address", () => {
  it.each([
    ["?token=abc", "", "abc"],
    ["?a=1&token=a%2Bb", "#x", "a+b"],
    ["", "#token=a%2Bb", "a+b"],
    ["?token=abc", "#token=def", "abc"],
    ["?token=", "#token=def", "def"],
    ["?token=", "", null],
    ["", "", null],
    ["?tokens=abc", "#tok", null],
  ])("%s%s", (search, hash, token) => {
    expect(readToken({ search, hash })).toBe(token);
  });
});

describe("messages to the page around the frame", () => {
  const registered = ["https://lms.example", "https://beta.lms.example"];

  it("report the height in the form that learning systems read", () => {
    expect(JSON.parse(buildFrameResize(412))).toEqual({ subject: "lti.frameResize", height: 412 });
  });

  it.each([
    ["the nearest ancestor", ["https://beta.lms.example", "https://x.example"], "", registered[1]],
    ["the referrer, without ancestors", undefined, "https://beta.lms.example/courses/1", registered[1]],
    ["the first registered, when nothing is told", undefined, "", registered[0]],
    [
      "a registered one, when another is told",
      ["https://evil.example"],
      "https://evil.example/",
      registered[0],
    ],
    [
      "the referrer, when the ancestor is another",
      ["https://evil.example"],
      "https://beta.lms.example/",
      registered[1],
    ],
  ])("are sent to %s", (_whom, ancestors, referrer, expected) => {
    expect(findTargetOrigin({ registered, ancestors, referrer })).toBe(expected);
  });

  it("are not sent without a registered origin", () => {
    expect(
      findTargetOrigin({
        registered: [],
        ancestors: ["https://lms.example"],
        referrer: "https://lms.example/",
      }),
    ).toBe(null);
  });
});
