import { describe, expect, it } from "vitest";
import {
  allows,
  covers,
  intersectRights,
  decodeScopes,
  encodedScopesBeyond,
  encodeScopes,
  type Rights,
} from "@/lib/access/callers/rights";
import { SCOPE_NAMES, type Scope } from "@/lib/access/callers/choices";

const KINDS = ["read", "write", "delete"] as const;
const SAMPLE: Scope[] = ["authorization_tokens", "oauth_applications", "invitations", "issued_badges"];

const subsets = <Item>(items: readonly Item[]): Item[][] =>
  items.reduce<Item[][]>((found, item) => [...found, ...found.map((one) => [...one, item])], [[]]);

const SCOPE_SETS: Rights["scopes"][] = [
  "all",
  new Set(SCOPE_NAMES),
  ...subsets(SAMPLE).map((names) => new Set(names)),
];

/** Every combination of flags with every set of the sample's scopes, with all of them by name, and with `all`. */
const EVERY: Rights[] = SCOPE_SETS.flatMap((scopes) =>
  subsets(KINDS).map((kinds) => ({
    scopes,
    access: {
      read: kinds.includes("read"),
      write: kinds.includes("write"),
      delete: kinds.includes("delete"),
    },
  })),
);

/**
 * The effect of rights as a bit mask: a bit for each kind of access, which some operations need alone, and for each
 * within a scope.
 */
const bits = EVERY.map((rights) =>
  KINDS.flatMap((kind) => [
    rights.access[kind],
    ...SCOPE_NAMES.map((scope) => allows(rights, scope, kind)),
  ]).reduce((number, bit) => number * 2n + (bit ? 1n : 0n), 0n),
);

const rightsName = ({ scopes, access }: Rights): string =>
  JSON.stringify({ scopes: scopes === "all" ? scopes : [...scopes], access });

const rights = (kinds: string, scopes: Rights["scopes"]): Rights => ({
  scopes,
  access: { read: kinds.includes("r"), write: kinds.includes("w"), delete: kinds.includes("d") },
});

describe("rights", () => {
  it.each([
    ["rwd", "all", "events", "read", true],
    ["rwd", "all", "events", "delete", true],
    ["r", "all", "events", "read", true],
    ["r", "all", "events", "write", false],
    ["w", "all", "events", "read", false],
    ["rw", "all", "events", "delete", false],
    ["", "all", "events", "read", false],
    ["rwd", ["events"], "events", "write", true],
    ["rwd", ["events"], "issued_badges", "read", false],
    ["rwd", ["events", "issued_badges"], "issued_badges", "read", true],
    ["wd", ["events"], "events", "read", false],
    ["rwd", [], "events", "read", false],
  ] as const)("allow or refuse: %s within %j, for %s, to %s: %s", (kinds, scopes, scope, kind, expected) => {
    const held = rights(kinds, scopes === "all" ? scopes : new Set<Scope>(scopes));
    expect(allows(held, scope, kind)).toBe(expected);
  });

  it("include others only if they allow all that those allow", () => {
    const wrong: string[] = [];
    EVERY.forEach((held, a) => {
      EVERY.forEach((needed, b) => {
        const exceeds = ((bits[b] ?? 0n) & ~(bits[a] ?? 0n)) !== 0n;
        if (covers(held, needed) && exceeds) wrong.push(`${rightsName(held)} covers ${rightsName(needed)}`);
        // Rights that allow something in each of their scopes are included in all rights that allow as much.
        const isEmpty = needed.scopes !== "all" && needed.scopes.size === 0;
        const isNothing = KINDS.every((kind) => !needed.access[kind]);
        if (!covers(held, needed) && !exceeds && !isEmpty && !isNothing) {
          wrong.push(`${rightsName(held)} does not cover ${rightsName(needed)}`);
        }
      });
    });
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  it("have in common what both allow, and nothing else", () => {
    const wrong: string[] = [];
    EVERY.forEach((one, a) => {
      EVERY.forEach((other, b) => {
        const both = intersectRights(one, other);
        const common = SCOPE_NAMES.every((scope) =>
          KINDS.every(
            (kind) => allows(both, scope, kind) === (allows(one, scope, kind) && allows(other, scope, kind)),
          ),
        );
        const isWithin = covers(one, both) && covers(other, both);
        if (!common || !isWithin)
          wrong.push(`${rightsName(EVERY[a] ?? one)} and ${rightsName(EVERY[b] ?? other)}`);
      });
    });
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  it("never grow in four creations, whatever is requested", () => {
    // The credentials that can be obtained from one, in up to four steps of the rule for all creations.
    const within = EVERY.map((held) => EVERY.flatMap((requested, b) => (covers(held, requested) ? [b] : [])));
    EVERY.forEach((_start, a) => {
      const reached = new Set([a]);
      for (let step = 0; step < 4; step += 1) {
        for (const held of reached) for (const next of within[held] ?? []) reached.add(next);
      }
      const closure = [...reached].reduce((sum, index) => sum | (bits[index] ?? 0n), 0n);
      expect(closure).toBe(bits[a]);
    });
  });

  it("stay the same in the database, where null means all", () => {
    const wrong: string[] = [];
    const access = { read: true, write: true, delete: true };
    for (const scopes of SCOPE_SETS) {
      const stored = encodeScopes(scopes);
      expect(decodeScopes(stored)).toEqual(scopes);
      for (const own of SCOPE_SETS) {
        const isBeyond = stored.some((name) => encodedScopesBeyond(own).includes(name));
        if (isBeyond === covers({ scopes: own, access }, { scopes, access })) wrong.push(stored.join(" "));
      }
    }
    expect(wrong).toEqual([]);
    expect(decodeScopes([])).toEqual(new Set());
    expect(decodeScopes(["unknown"])).toEqual(new Set());
  });
});
