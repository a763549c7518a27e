import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { NoticeBell } from "@/components/console/notices/bell";
import { NoticeList } from "@/components/console/notices/notice-list";
import { NoticeSettingsForm } from "@/components/console/notices/notice-settings-form";
import { describeNotice } from "@/components/console/notices/notice-words";
import { NOTICE_KIND_NAMES } from "@/lib/organizations/notices/choices";
import { Notice } from "@/lib/organizations/notices/schema";

vi.mock("next/navigation", async (load) => ({
  ...(await load<object>()),
  useRouter: () => ({ refresh: () => undefined }),
}));

const ID = "00000000-0000-4000-8000-000000000000";
const AT = "2027-01-31T12:00:00.000Z";
const organization = { id: ID, name: "Harbor College", vanity_slug: "harbor-college" };

const DATA = {
  webhooks_failing: [{ failing_since: AT }],
  token_ending: [
    { credential: "authorization_token", id: ID, name: "Portal", ends_at: AT },
    { credential: "learning_token", id: ID, name: null, ends_at: AT },
  ],
  domain_failing: [
    { event: "proof_missing", domain: "harbor.example", ends_at: AT },
    { event: "verification_lost", domain: "harbor.example", ends_at: null },
    { event: "issuing_paused", domain: "harbor.example", ends_at: null },
  ],
  import_finished: [
    { import_id: ID, file_name: "a.csv", outcome: "done", issued_count: 1, failed_count: 0 },
    { import_id: ID, file_name: "a.csv", outcome: "stopped", issued_count: 1200, failed_count: 2 },
  ],
  new_sign_in: [{ address: "203.0.113.7", browser: "Firefox", signed_in_at: AT }],
};

const notices = NOTICE_KIND_NAMES.flatMap((kind) =>
  DATA[kind].map((data, index) =>
    Notice.parse({
      id: ID.replace(/.$/, String(index)),
      kind,
      data,
      organization: kind === "new_sign_in" ? null : organization,
      is_read: index === 0,
      created_at: AT,
    }),
  ),
);

const renderWithQueries = (client: QueryClient, child: ReactNode): string =>
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, child));

describe("notices in the console", () => {
  it("are described in words of their own", () => {
    const words = notices.map(describeNotice);
    expect(new Set(words.map(({ title }) => title)).size).toBe(notices.length);
    expect(words.map(({ title }) => title)).toContain("The token “Portal” ends on 31 Jan 2027");
    expect(words.map(({ text }) => text)).toContain("1 badge was issued. No row failed.");
    expect(words.map(({ text }) => text)).toContain("1,200 badges were issued. 2 rows failed.");
    for (const { title, text } of words) expect(`${title} ${text}`).not.toMatch(/undefined|null|Invalid/);
  });

  it("lead to the organization that they are about, or to the account", () => {
    const home = "/console/elsewhere";
    const html = renderWithQueries(new QueryClient(), createElement(NoticeList, { notices, home }));
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    const own = "/console/harbor-college";
    expect(links).toEqual([
      `${own}/developer/webhooks/deliveries`,
      `${own}/developer/authorization_tokens`,
      `${own}/learning`,
      ...Array.from({ length: 3 }, () => `${own}/settings/domain`),
      ...Array.from({ length: 2 }, () => `${own}/issue/file/${ID}`),
      `${home}/account`,
    ]);
    expect(html.match(/Unread:/g)).toHaveLength(notices.filter((notice) => !notice.is_read).length);
  });

  it.each([
    [0, "Notices"],
    [3, "Notices (3 unread)"],
    [10, "Notices (9+ unread)"],
  ])("are counted by the bell: %i", (unread, label) => {
    const bell = createElement(NoticeBell, { home: "/console/harbor-college", unread });
    const html = renderWithQueries(new QueryClient(), bell);
    expect(html).toContain(`aria-label="${label}"`);
  });

  it("have a checkbox for each kind and way", () => {
    const settings = NOTICE_KIND_NAMES.map((kind) => ({
      organization: kind === "new_sign_in" ? null : organization,
      kind,
      mail: kind !== "token_ending",
      console: true,
    }));
    const html = renderToStaticMarkup(createElement(NoticeSettingsForm, { settings }));
    expect(html.match(/type="checkbox"/g)).toHaveLength(2 * settings.length);
    expect(html.match(/checked=""/g)).toHaveLength(2 * settings.length - 1);
    for (const title of ["Harbor College", "Your account"]) expect(html).toContain(`${title}</legend>`);
  });
});
