import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import LaunchErrorPage from "@/app/(lti)/lti/error/page";
import { LTI_STATUSES } from "@/lib/learning/lti/schema";
import { withMessages } from "../../support/browser/with-messages";

type Query = Record<string, string | string[] | undefined>;

const renderPage = async (query: Query): Promise<string> =>
  renderToStaticMarkup(
    await withMessages(
      createElement("div", null, await LaunchErrorPage({ searchParams: Promise.resolve(query) })),
    ),
  );

const readTitle = (page: string): string | undefined => /<h1[^>]*>([^<]+)<\/h1>/.exec(page)?.[1];

const GENERAL = "Your badges could not be opened";

describe("the page of a failed launch", () => {
  it("explains each code in its own words, and shows the code", async () => {
    const titles: (string | undefined)[] = [];
    for (const [code, status] of Object.entries(LTI_STATUSES)) {
      const page = await renderPage({ code, status: String(status) });
      expect(page).toContain(`>${code}</code>`);
      titles.push(readTitle(page));
    }
    expect(new Set(titles).size).toBe(Object.keys(LTI_STATUSES).length);
    expect(titles).not.toContain(GENERAL);
  });

  it.each([
    {},
    { code: "LTI_OTHER" },
    { code: "toString" },
    { code: "__proto__" },
    { code: ["LTI_UNAUTHORIZED", "LTI_UNAUTHORIZED"] },
    { code: "<script>alert(1)</script>", status: "<b>", message: "Call 555-0100 now" },
  ])("gives a general explanation for %j, and repeats nothing from it", async (query: Query) => {
    const page = await renderPage(query);
    expect(page).toBe(await renderPage({}));
    expect(readTitle(page)).toBe(GENERAL);
  });

  it("shows nothing else from a query with a known code", async () => {
    const page = await renderPage({ code: "LTI_UNAUTHORIZED", status: "700", message: "Call 555-0100" });
    expect(page).toBe(await renderPage({ code: "LTI_UNAUTHORIZED" }));
  });
});
