import { describe, expect, it } from "vitest";
import { readParts } from "@/lib/operations/installation/environment";

const URL = "postgresql://localhost/badges";

describe("--only", () => {
  it("selects one part; without it both run", () => {
    expect(readParts(["node", "start.js"], undefined)).toEqual({ web: true, jobs: true });
    expect(readParts(["node", "start.js", "--only", "web"], URL)).toEqual({ web: true, jobs: false });
    expect(readParts(["node", "start.js", "--only", "jobs"], URL)).toEqual({ web: false, jobs: true });
  });

  it("refuses other parts, and parts that cannot share a database", () => {
    expect(() => readParts(["--only", "mail"], URL)).toThrow("--only must be followed by web or jobs.");
    expect(() => readParts(["--only"], URL)).toThrow("--only must be followed by web or jobs.");
    expect(() => readParts(["--only", "web"], "")).toThrow("--only web requires DATABASE_URL");
  });
});
