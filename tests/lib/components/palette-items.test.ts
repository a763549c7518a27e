import { describe, expect, it } from "vitest";
import { buildLocalGroups, rankByName, type PaletteGroup } from "@/components/console/frame/palette-items";

const scope = (sections: Parameters<typeof buildLocalGroups>[0]["sections"]) => ({
  organizationId: "1",
  home: "/console/elm",
  sections,
  organizations: [],
});

const labels = (groups: PaletteGroup[]): string[] =>
  rankByName(groups, "").flatMap(({ items }) => items.map(({ label }) => label));

const group = (value: string, ...names: string[]): PaletteGroup => ({
  value,
  items: names.map((label) => ({ id: label, label, href: `/${label}` })),
});

describe("the palette", () => {
  it("puts what has exactly the name first, with its group, and leaves the rest in order", () => {
    const groups = [
      group("Actions", "Add a domain", "Invite"),
      group("Go to", "Domains", "Domain", "Home"),
      group("None"),
    ];
    expect(rankByName(groups, " dOmain ").map(({ value }) => value)).toEqual(["Go to", "Actions"]);
    expect(rankByName(groups, "domain")[0]?.items.map(({ label }) => label)).toEqual([
      "Domain",
      "Domains",
      "Home",
    ]);
    expect(rankByName(groups, "dom").map(({ value }) => value)).toEqual(["Actions", "Go to"]);
  });

  it("finds settings by their words, and offers nobody what they may not see", () => {
    expect(labels(buildLocalGroups(scope(["overview", "settings"]), "logo"))).toEqual([
      "Organization profile",
      "Certificates",
    ]);
    expect(labels(buildLocalGroups(scope(["overview"]), "logo"))).toEqual([]);
    expect(labels(buildLocalGroups(scope(["overview"]), "theme"))).toHaveLength(3);
    expect(labels(buildLocalGroups(scope(["overview"]), "log out"))).toEqual(["Sign out"]);
  });
});
