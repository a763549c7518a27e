import { expect, it } from "vitest";
import { formatExport, formatMove } from "@/lib/operations/installation/moving-commands";

const counts = { created: 0, changed: 0, unchanged: 0, refused: 0, waiting: 0 };

const result = {
  organization_id: "0b7e5b6c-0000-4000-8000-000000000001",
  dry_run: false,
  created: 2,
  changed: 0,
  unchanged: 1,
  refused: 30,
  waiting: 0,
  kinds: { person: { ...counts, unchanged: 1 }, issued_badge: { ...counts, created: 2, refused: 30 } },
  refusals: Array.from({ length: 30 }, (_, index) => ({
    line: index + 1,
    kind: "issued_badge",
    key: "k",
    reason: `reason ${index + 1}`,
  })),
  applications: [
    { name: "New", client_id: "client-1", client_secret: "secret-1" },
    { name: "Known", client_id: "client-2", client_secret: "" },
  ],
  learning_apps: [{ name: "Moodle", api_key: "key-1", app_secret: "secret-3" }],
  administrator: {
    admin_email: "ada@example.org",
    admin_password: "password-1",
    authorization_token: "token-1",
  },
};

it("shows what was written of each kind, the first refusals, and each new secret", () => {
  const lines = formatMove(result).split("\n");
  expect(lines).toContain("kind          created  changed  unchanged  refused  waiting");
  expect(lines).toContain("issued_badge  2        0        0          30       0");
  expect(lines).toContain("  line 20, issued_badge: reason 20");
  expect(lines).not.toContain("  line 21, issued_badge: reason 21");
  expect(lines).toContain("  and 10 more: --json lists them");
  expect(lines).toContain("  New  client-1  secret-1");
  expect(lines.join("\n")).not.toContain("client-2");
  expect(lines).toContain("  Moodle  key-1  secret-3");
  expect(lines).toContain("  password        password-1");
});

it("says how many connections wait for learners, if any do", () => {
  const learning_identity = { ...counts, waiting: 3 };
  const text = formatMove({ ...result, waiting: 3, kinds: { learning_identity } });
  expect(text).toContain("accounts that were here before: 3");
  expect(formatMove(result)).not.toContain("learners");
});

it("shows the number of exported records of each kind that there is", () => {
  const text = formatExport({
    organization_id: result.organization_id,
    file: "/srv/export.ndjson",
    records: 12,
    kinds: { organization: 1, person: 0, issued_badge: 11 },
  });
  expect(text.split("\n").slice(1)).toEqual([
    "file                 /srv/export.ndjson",
    "records              12",
    "",
    "kind          records",
    "organization  1",
    "issued_badge  11",
  ]);
});

it("says that a dry run wrote nothing, and what the other service did not give", () => {
  const download = {
    base_url: "https://badges.example",
    downloaded_at: "2026-11-26T12:00:00Z",
    requests: 4,
    unavailable: [{ path: "/employees", status: 403 }],
    skipped_count: 1,
    skipped: [{ kind: "evidence", id: "e1", reason: "of an unknown form" }],
    not_given: ["passwords"],
  };
  const text = formatMove({ ...result, dry_run: true, administrator: null, download });
  expect(text).toContain("This is a dry run: nothing was written.");
  expect(text).toContain("Read from the other service:\n  https://badges.example at 2026-11-26T12:00:00Z");
  expect(text).toContain("  /employees (status 403)");
  expect(text).toContain("  evidence e1 of an unknown form");
  expect(text).toContain("Not shown by the interface:\n  passwords");
  expect(text).not.toContain("The administrator");
});
