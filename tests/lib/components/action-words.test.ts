import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ACTIVITY_KINDS } from "@/lib/access/account-activity/schema";
import { actionText, ACTION_GROUPS, subjectPath } from "@/components/console/audit/action-words";

const root = join(import.meta.dirname, "../../../lib");

const texts = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => readFileSync(join(root, file), "utf8"));
const found = (pattern: RegExp): string[] =>
  texts.flatMap((text) => [...text.matchAll(pattern)]).map(([, name = ""]) => name);

/** The actions that services write into the audit log. One service writes those of students and gradables. */
const actions = new Set([
  ...found(/\b(?:withAuditEntry|buildAuditEntry)\(\s*[\w.]+,\s*"([a-z_]+\.[a-z_]+)"/g),
  ...found(/`learning_\$\{type\}\.([a-z_]+)`/g).flatMap((verb) => [
    `learning_student.${verb}`,
    `learning_gradable.${verb}`,
  ]),
  ...ACTIVITY_KINDS.map((kind) => `account.${kind}`),
]);

describe("the action names of the audit log", () => {
  it("exist for every action, and every group of actions can be chosen", () => {
    expect(actions.size).toBeGreaterThan(30);
    expect([...actions].filter((action) => actionText(action) === action)).toEqual([]);
    const groups = new Set([...actions].map((action) => action.split(".")[0] ?? ""));
    expect([...groups].filter((group) => !(group in ACTION_GROUPS))).toEqual([]);
  });

  it("link to what was changed, unless it was deleted", () => {
    expect(subjectPath("badge.issue", "a/b")).toBe("/issued_badges/a%2Fb");
    expect(subjectPath("badge.delete", "1")).toBeNull();
    expect(subjectPath("employee.invite", null)).toBeNull();
    expect(actionText("unheard.of")).toBe("unheard.of");
  });
});
