import { expect, it } from "vitest";
import { createPeople } from "@/lib/moving/downloads/people";
import { WireBadge } from "@/lib/moving/downloads/badge-schema";
import { toUuid } from "@/lib/moving/records/ids";
import type { Pictures } from "@/lib/moving/downloads/pictures";

// Whose address it is that the badges of another service name, and whether it is proved.

const NO_PICTURES = { add: () => null, has: () => false } as unknown as Pictures;
const TIME = "2025-01-01T00:00:00.000Z";

let number = 0;
const badge = (email: string, userId: string | null, more: object = {}): WireBadge =>
  WireBadge.parse({
    id: String((number += 1)),
    state: "accepted",
    recipient_email: email,
    created_at: TIME,
    badge_template: { id: "t1" },
    ...(userId === null ? {} : { user: { id: userId } }),
    ...more,
  });

/** Collects the people of badges. Returns their addresses, a star after those that are proved, and the badges' owners. */
function collect(...badges: WireBadge[]) {
  const people = createPeople(NO_PICTURES, TIME);
  for (const one of badges) people.addBadge(one);
  const list = people.list();
  const name = (id: string | null) =>
    ["ada", "bo", "cy"].find((one) => toUuid("person", one) === id) ?? (id === null ? null : "other");
  return {
    addresses: Object.fromEntries(
      list.map(({ id, addresses }) => [
        name(id),
        addresses.map(
          ({ email, confirmed_at: at, primary }) => `${primary ? "" : "+"}${email}${at ? "*" : ""}`,
        ),
      ]),
    ),
    owners: badges.map((one) => name(people.findOwner(one))),
  };
}

it("an address is proved by accepting a badge to it, and by nothing less", () => {
  const { addresses } = collect(
    badge("ada@example.org", "ada"),
    badge("bo@example.org", "bo", { state: "rejected" }),
    badge("cy@example.org", "cy", {
      user: { id: "cy", email: "c**@example.org", confirmed: true },
      state: "rejected",
    }),
  );
  expect(addresses).toEqual({
    ada: ["ada@example.org*"],
    bo: ["bo@example.org"],
    cy: ["cy@example.org"],
  });
});

it("the address of an account is proved if the service says so, and then goes before those of badges", () => {
  const { addresses, owners } = collect(
    badge("shared@example.org", "ada"),
    badge("work@example.org", "bo", { user: { id: "bo", email: "shared@example.org", confirmed: true } }),
    badge("cy@example.org", "cy", { user: { id: "cy", email: "cy@example.com", confirmed: false } }),
  );
  // All that ada has is the address of somebody else's account.
  expect(addresses).toEqual({
    bo: ["shared@example.org*", "+work@example.org*"],
    cy: ["cy@example.org*", "+cy@example.com"],
  });
  expect(owners).toEqual([null, "bo", "cy"]);
});

it("an address that an account claims without a confirmation does not go before one that was proved", () => {
  const { addresses, owners } = collect(
    badge("ada@example.org", "ada"),
    badge("bo@example.org", "bo", { user: { id: "bo", email: "ada@example.org", confirmed: false } }),
  );
  expect(addresses).toEqual({ ada: ["ada@example.org*"], bo: ["bo@example.org*"] });
  expect(owners).toEqual(["ada", "bo"]);
});

it("an address belongs to who accepted the newest badge to it", () => {
  const later = { created_at: "2026-01-01T00:00:00Z" };
  const { addresses, owners } = collect(
    badge("one@example.org", "ada"),
    badge("two@example.org", "ada"),
    badge("one@example.org", "bo", later),
    badge("two@example.org", "cy", { ...later, state: "pending" }),
  );
  expect(addresses).toEqual({ ada: ["two@example.org*"], bo: ["one@example.org*"] });
  expect(owners).toEqual(["ada", "ada", "bo", null]);
});
