import { BadgeCollectionChange, BadgeCollectionInput } from "@/lib/badges/collections/schema";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page, type Request } from "@playwright/test";
import type { z } from "zod";
import {
  ConfirmationInput,
  MeInput,
  OwnEmailChange,
  OwnEmailRemoval,
  OwnEmailInput,
  PasswordInput,
} from "@/lib/accounts/accounts/schema";
import { EarnerBadgeInput } from "@/lib/badges/issued/schema";
import { ExternalBadgeChange, ExternalBadgeInput } from "@/lib/credentials/external-badges/schema";
import { DeletionInput } from "@/lib/oversight/erasures/schema";
import type { Send } from "./demonstration-data";
import { waitForMailedLink } from "../delivery/mailbox";
import { buildOpenBadge } from "../credentials/open-badges";
import { readTranslators } from "./words";

type NewEarner = { send: Send; dataDir: string; templateId: string; email: string; password?: string };

/** Accepts a first badge through its mail and creates an account. The page then shows the wallet. */
export async function openAccount(page: Page, given: NewEarner): Promise<void> {
  const { accept: words, wallet } = await readTranslators("en");
  const badge = {
    badge_template_id: given.templateId,
    recipient_email: given.email,
    issued_to_first_name: "Mira",
    issued_to_last_name: "Okafor",
    issued_at: "2026-04-01",
    locale: "en",
  };
  await given.send("POST", "/badges", badge);
  await page.goto(await waitForMailedLink(given.dataDir, given.email, "accept"));
  await page.getByRole("button", { name: words("answer.accept"), exact: true }).click();
  await page.getByLabel(words("keep.password")).fill(given.password ?? "");
  await page.getByRole("button", { name: words("keep.submit") }).click();
  await expect(page.getByRole("heading", { name: wallet("badges.title") })).toBeVisible();
}

const ID = "[0-9a-f-]{36}";
/** The fields that the API accepts from the pages of a signed-in person. Paths are below `/v1/me`. */
const INPUTS: [method: string, path: RegExp, schema: z.ZodObject][] = [
  ["PATCH", /^$/, MeInput],
  ["DELETE", /^$/, DeletionInput],
  ["PUT", /^\/password$/, PasswordInput],
  ["POST", /^\/emails$/, OwnEmailInput],
  ["PATCH", new RegExp(`^/emails/${ID}$`), OwnEmailChange],
  ["DELETE", new RegExp(`^/emails/${ID}$`), OwnEmailRemoval],
  ["POST", new RegExp(`^/emails/${ID}/confirm$`), ConfirmationInput],
  ["PATCH", new RegExp(`^/badges/${ID}$`), EarnerBadgeInput],
  ["POST", /^\/badge_collections$/, BadgeCollectionInput],
  ["PATCH", new RegExp(`^/badge_collections/${ID}$`), BadgeCollectionChange],
  ["POST", /^\/external_badges$/, ExternalBadgeInput],
  ["PATCH", new RegExp(`^/external_badges/${ID}$`), ExternalBadgeChange],
];

/** Lists the fields of a page's request that the API does not know and would silently ignore. */
function listUnknownFields(request: Request): string[] {
  const path = new URL(request.url()).pathname.replace(/^\/v1\/me/, "");
  const body = (request.postDataJSON() ?? {}) as Record<string, unknown>;
  const known = INPUTS.find(([method, pattern]) => method === request.method() && pattern.test(path));
  return Object.keys(body)
    .filter((field) => !Object.hasOwn(known?.[2].shape ?? {}, field))
    .map((field) => `${request.method()} ${path}: ${field}`);
}

/** From now on, checks what the page sends against the schemas of the API. Returns the list of mismatches. */
export function checkRequests(page: Page): string[] {
  const problems: string[] = [];
  page.on("request", (request) => {
    const isWrite = request.method() !== "GET" && new URL(request.url()).pathname.startsWith("/v1/me");
    if (isWrite) problems.push(...listUnknownFields(request));
  });
  return problems;
}

/** Starts another service with a badge for this address. `revoke` revokes it there. */
export async function startBadgeSite(email: string) {
  const documents = new Map<string, object>();
  const server = createServer((request, response) => {
    const document = documents.get(request.url ?? "");
    response.writeHead(document ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(document ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { assertion, badgeClass, issuer } = buildOpenBadge(origin, email);
  documents.set("/assertion", assertion).set("/class", badgeClass).set("/issuer", issuer);
  return {
    assertion,
    address: `${origin}/assertion`,
    revoke: () => void documents.set("/assertion", { ...assertion, revoked: true }),
    close: () => void server.close(),
  };
}
