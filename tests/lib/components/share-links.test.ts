import { describe, expect, it } from "vitest";
import { buildShareAddress } from "@/components/public/badge/share-address";

const page = { url: "https://badges.example/badges/1?a=b&c", text: "R & D “Lead”, earned by Ada" };

const readParameters = (address: string) => Object.fromEntries(new URL(address).searchParams);

describe("the address that shares a page", () => {
  it.each([
    ["linkedin", "www.linkedin.com", { url: page.url }],
    ["x", "x.com", { text: page.text, url: page.url }],
    ["whatsapp", "wa.me", { text: `${page.text} ${page.url}` }],
  ] as const)("%s gets the address and nothing that it does not show", (channel, host, parameters) => {
    const address = buildShareAddress(channel, page);
    expect(new URL(address).host).toBe(host);
    expect(readParameters(address)).toEqual(parameters);
  });

  it("mail has no recipient, and no + in place of a space", () => {
    const address = buildShareAddress("mail", page);
    expect(address).toMatch(/^mailto:\?subject=/);
    expect(address).not.toContain("+");
    expect(readParameters(address)).toEqual({ subject: page.text, body: page.url });
  });
});
