import { describe, expect, it } from "vitest";
import { toStoredHeaders } from "@/lib/delivery/webhooks/attempt-headers";

describe("the stored headers of an attempt", () => {
  it("hides the values of cookies and credentials", () => {
    expect(toStoredHeaders({ "set-cookie": "a=b", authorization: "Bearer x", server: "nginx" })).toEqual({
      "set-cookie": "[hidden]",
      authorization: "[hidden]",
      server: "nginx",
    });
  });

  it("are at most 4 KiB of names and values, counted in bytes", () => {
    const stored = toStoredHeaders({ a: "é".repeat(2047), bb: "", c: "x".repeat(5000), d: "1" });
    expect(Object.keys(stored)).toEqual(["a"]);
    const exact = toStoredHeaders({ a: "x".repeat(4093), bb: "", c: "" });
    expect(Object.keys(exact)).toEqual(["a", "bb"]);
  });

  it("replace characters that the database cannot store", () => {
    expect(toStoredHeaders({ a: "x\0y" })).toEqual({ a: "x\uFFFDy" });
  });
});
