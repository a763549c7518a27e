import { createElement, type ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { BadgeHero, IssuerName } from "@/components/public/badge/badge-hero";
import { ShareLinks } from "@/components/public/badge/badge-view";
import { withDirectLinks } from "@/lib/credentials/static-export/references";
import { PublicFrame } from "@/components/ui/page/public-frame";
import { withMessages } from "../../support/browser/with-messages";

const issuer = { name: "Lumen & Co", domain: null, path: "/org/lumen", photo_url: "/images/7/image.png" };

const listLinks = (html: string): string[] =>
  [...html.matchAll(/<a href="([^"]+)"/g)].map(([, to = ""]) => to);

describe("the frame of public pages", () => {
  it.each([
    [undefined, ["/verify", "/sign-in"]],
    [false, []],
  ])("with hasLinks %s the header has the links %j", async (hasLinks, links) => {
    const props = { color: null, children: "Text", ...(hasLinks === undefined ? {} : { hasLinks }) };
    const html = renderToStaticMarkup(await withMessages(createElement(PublicFrame, props)));
    expect(listLinks(html.slice(0, html.indexOf("</header>")))).toEqual(links);
  });
});

describe("the head of a public badge", () => {
  it("shows the issuer's logo, and its name leads to its page", async () => {
    const badge = { image: { id: "1" }, badge_template: { name: "Mosses" } };
    const hero = createElement(BadgeHero, { badge, issuer, kicker: "Earned by Ada", title: "Mosses" });
    const html = renderToStaticMarkup(await withMessages(hero));
    expect(listLinks(html)).toEqual(["/org/lumen"]);
    expect(html).toContain('src="/images/7/image.png"');
  });

  it("has no links inside pages of other sites", async () => {
    const name = createElement(IssuerName, { issuer, isLinked: false });
    expect(renderToStaticMarkup(await withMessages(name))).toBe(
      '<span class="font-medium text-ink">Lumen &amp; Co</span>',
    );
  });

  it("is shared by links that reveal no referrer, and lead straight to the network where nothing counts them", async () => {
    const badge = { id: "1", badge_url: "https://badges.example/badges/1" };
    const links = createElement(ShareLinks, { badge, text: "Mosses" } as ComponentProps<typeof ShareLinks>);
    const html = renderToStaticMarkup(await withMessages(links));
    expect(listLinks(html)).toEqual([
      "/badges/1/share/linkedin_post",
      "/badges/1/share/x",
      "/badges/1/share/whatsapp",
      "mailto:?subject=Mosses&amp;body=https%3A%2F%2Fbadges.example%2Fbadges%2F1",
    ]);
    expect(html.match(/rel="nofollow noopener noreferrer"/g)).toHaveLength(3);
    const exported = withDirectLinks(Buffer.from(html)).toString();
    expect(
      listLinks(exported)
        .slice(0, 3)
        .map((address) => new URL(address).host),
    ).toEqual(["www.linkedin.com", "x.com", "wa.me"]);
  });
});
