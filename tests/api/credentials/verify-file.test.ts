import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openVerificationResult, sealVerificationResult } from "@/lib/credentials/verification/sealed-result";
import { verifyBadgeAddress } from "@/lib/credentials/verification/service";
import { POST } from "@/app/(public)/verify/file/route";
import { clock } from "@/lib/kernel/clock";
import { getRequestContext } from "@/lib/kernel/request-context";
import { defineEncryptedColumn } from "@/lib/kernel/secrets";
import { withFullBodyMemory } from "../../support/http/body-memory";
import { ORIGIN } from "../../support/http/client";
import { digestTables } from "../../support/platform/database";
import { publishBadge, startSite, trustTestSites, type Site } from "../../support/credentials/badge-site";
import { buildPng, buildTextChunk } from "../../support/credentials/baked-badges";

let site: Site;
let visitors = 0;

beforeEach(async () => {
  trustTestSites();
  site = await startSite();
});

afterEach(() => void vi.restoreAllMocks());

const nextVisitor = (): string => `203.0.113.${(visitors += 1)}`;
const verifyAddress = (address: string) => verifyBadgeAddress(address, nextVisitor());
const text = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

describe("POST /verify/file", () => {
  const postFile = async (file: Buffer | string | null, name = "file") => {
    const form = new FormData();
    if (file !== null)
      form.set(name, typeof file === "string" ? file : new File([new Uint8Array(file)], "badge"));
    const headers = { "x-client-address": nextVisitor() };
    const before = await digestTables();
    const response = await POST(
      new Request(`${ORIGIN}/verify/file`, { method: "POST", body: form, headers }),
    );
    expect([response.status, response.headers.get("cache-control")]).toEqual([303, "no-store"]);
    expect(await digestTables()).toEqual(before);
    const location = new URL(response.headers.get("location") ?? "");
    expect([location.origin, location.pathname]).toEqual([ORIGIN, "/verify"]);
    return Object.fromEntries(location.searchParams);
  };

  it("303: redirects to the URL in a baked image, or to the result; nothing is stored", async () => {
    const { assertion } = publishBadge(site, "a@example.org");
    const baked = buildPng([buildTextChunk("iTXt", "openbadges", site.at("/assertion"))]);
    expect(await postFile(baked)).toEqual({ url: site.at("/assertion") });
    const svg = `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:o="http://openbadges.org"><o:assertion verify="${site.at("/assertion")}"/></svg>`;
    expect(await postFile(Buffer.from(`<?xml version="1.0"?>\n<!-- A program -->\n${svg}`))).toEqual({
      url: site.at("/assertion"),
    });
    const { seen = "" } = await postFile(text({ ...assertion, id: "urn:uuid:own" }));
    expect(openVerificationResult(seen)).toMatchObject({ status: "unverifiable" });
  });

  it("303: redirects to the form, which says what is wrong", async () => {
    expect(await postFile(null)).toEqual({ problem: "no_file" });
    expect(await postFile("no file")).toEqual({ problem: "no_file" });
    expect(await postFile(Buffer.alloc(0))).toEqual({ problem: "no_file" });
    expect(await postFile(Buffer.alloc(10 * 1024 * 1024 + 1))).toEqual({ problem: "too_large" });
    const request = new Request(`${ORIGIN}/verify/file`, { method: "POST", body: "{}" });
    expect((await POST(request)).headers.get("location")).toBe(`${ORIGIN}/verify?problem=no_file`);
  });

  it("303: says that the service is busy, not that the file is too large, when the memory for large bodies is in use", async () => {
    await withFullBodyMemory(async () => {
      expect(await postFile(Buffer.alloc(1_048_576))).toEqual({ problem: "busy" });
    });
  });

  it("counts the memory of a large file until its verification has ended", async () => {
    const endTasks: number[] = [];
    vi.spyOn(clock, "now").mockImplementation(() => {
      endTasks.push(getRequestContext()?.endTasks.length ?? 0);
      return new Date();
    });
    expect(await postFile(text({ padding: "x".repeat(100_000) }))).toHaveProperty("seen");
    expect(Math.max(...endTasks)).toBe(1);
  });
});

describe("a sealed result", () => {
  it("opens for a quarter of an hour, and no other text opens", async () => {
    publishBadge(site, "a@example.org");
    const result = await verifyAddress(site.at("/assertion"));
    const sealed = sealVerificationResult(result);
    // The page does not show the description.
    expect(openVerificationResult(sealed)).toEqual({
      ...result,
      badge: { ...result.badge, description: null },
    });
    const text = JSON.stringify({ purpose: "verdict", result, until: Date.now() + 1_000 });
    const foreign = defineEncryptedColumn("verdict", "elsewhere").encrypt(text, "page").toString("base64url");
    for (const other of ["", "x", `${sealed}A`, `B${sealed.slice(1)}`, foreign, "x".repeat(20_000)]) {
      expect(openVerificationResult(other)).toBeNull();
    }
    vi.spyOn(clock, "now").mockReturnValue(new Date(Date.now() + 15 * 60_000 + 1));
    expect(openVerificationResult(sealed)).toBeNull();
  });

  it("opens however long the texts of the badge are, with as many extensions as a URL has room for", async () => {
    publishBadge(site, "a@example.org");
    const result = await verifyAddress(site.at("/assertion"));
    const extensions = Array.from({ length: 20 }, (_, index) => ({
      path: `extra.${index}`,
      text: "拡張".repeat(100),
    }));
    const badge = result.badge && { ...result.badge, description: "説明".repeat(2_500) };
    const opened = openVerificationResult(sealVerificationResult({ ...result, badge, extensions }));
    expect(opened?.status).toBe(result.status);
    expect(opened?.extensions.length).toBeGreaterThan(5);
    expect(opened?.extensions).toEqual(extensions.slice(0, opened?.extensions.length));
  });
});
