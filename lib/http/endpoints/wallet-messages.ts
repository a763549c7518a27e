import { publicUrl } from "@/lib/kernel/env";
import { parseInstant } from "@/lib/kernel/dates";
import { badRequest } from "@/lib/kernel/errors";
import { presentWalletProfile } from "@/lib/accounts/wallet-service/profile";
import {
  WalletProfile,
  WalletProfileInput,
  type CredentialQuery,
  type SentCredential,
  type UpsertOutcome,
} from "@/lib/accounts/wallet-service/schema";
import { encodeCredentialPage, type CredentialPage } from "@/lib/accounts/wallet-service/serializer";
import { readSentCredential } from "@/lib/accounts/wallet-service/uploads";
import { parseBody } from "./body";
import { checkSchema } from "./check-schema";
import { hasTooManyValues } from "@/lib/kernel/json-values";
import type { Answer } from "./responses";
import type { WalletInput } from "./open-badges-endpoint";

const CREDENTIALS_PATH = "/ims/ob/v3p0/credentials";
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;
/** An offset makes the database read all rows before it. */
const MAX_OFFSET = 10_000;

function readInteger(query: URLSearchParams, name: string, low: number, fallback: number): number {
  const text = query.get(name);
  if (text === null || text === "") return fallback;
  if (/^\d{1,9}$/.test(text) && Number(text) >= low) return Number(text);
  throw badRequest("invalid_parameter", `${name} must be a whole number from ${low}.`);
}

function readSince(query: URLSearchParams): Date | null {
  const text = query.get("since");
  if (text === null || text === "") return null;
  // The plus sign of a zone, which a query string means as a space.
  const parsed = parseInstant(text.replace(/ (\d{2}:?\d{2})$/, "+$1"));
  if (parsed) return parsed.at;
  throw badRequest("invalid_parameter", "since must be a date-time such as 2030-04-01T09:41:00Z.");
}

/** Reads `limit` (at most 100, by default 50), `offset` and `since`. Throws 400 for invalid ones. */
export function readCredentialQuery({ query }: WalletInput): CredentialQuery {
  const offset = readInteger(query, "offset", 0, 0);
  if (offset > MAX_OFFSET) {
    throw badRequest("invalid_parameter", `offset can be at most ${MAX_OFFSET}. Use since for later ones.`);
  }
  const limit = Math.min(readInteger(query, "limit", 1, DEFAULT_LIMIT), MAX_LIMIT);
  return { limit, offset, since: readSince(query) };
}

/** The `Link` header (RFC 8288) with the other pages: first, last, prev and next, if they exist. */
function buildLinks({ limit, offset, since }: CredentialQuery, total: number): string {
  const buildLink = (start: number, rel: string): string => {
    const query = new URLSearchParams({ limit: String(limit), offset: String(start) });
    if (since) query.set("since", since.toISOString());
    return `<${publicUrl(`${CREDENTIALS_PATH}?${query.toString()}`)}>; rel="${rel}"`;
  };
  const last = total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
  return [
    buildLink(0, "first"),
    buildLink(Math.min(last, MAX_OFFSET), "last"),
    ...(offset > 0 ? [buildLink(Math.max(offset - limit, 0), "prev")] : []),
    ...(offset + limit < total && offset + limit <= MAX_OFFSET ? [buildLink(offset + limit, "next")] : []),
  ].join(", ");
}

/** 200 with a page of credentials. */
export const encodeCredentials = (page: CredentialPage, query: CredentialQuery): Answer => ({
  status: 200,
  body: encodeCredentialPage(page),
  headers: { "X-Total-Count": String(page.total), Link: buildLinks(query, page.total) },
});

/** Reads the credential in the body. Throws 400 when it is none. */
export async function readUpsert({ readText }: WalletInput): Promise<SentCredential> {
  const text = await readText();
  if (hasTooManyValues(text)) throw badRequest("too_many_values", "The credential has too many values.");
  return readSentCredential(text);
}

const UPSERT_STATUSES: Record<UpsertOutcome, number> = { created: 201, replaced: 200, unchanged: 304 };

/** 201 or 200 with the credential as it was sent, or 304 when it was already stored. */
export const encodeUpsert = (outcome: UpsertOutcome, { text, isToken }: SentCredential): Answer => ({
  status: UPSERT_STATUSES[outcome],
  body: outcome === "unchanged" ? "" : text,
  headers: isToken ? { "Content-Type": "text/plain; charset=utf-8" } : {},
});

/** Reads the profile in the body. */
export const readProfile = async ({ readText }: WalletInput): Promise<WalletProfileInput> =>
  WalletProfileInput.parse(parseBody(await readText(), "application/json", ""), { reportInput: true });

/** Reads nothing. */
export const readNothing = (): null => null;

/** 200 with the profile. */
export function encodeProfile(row: Parameters<typeof presentWalletProfile>[0]): Answer {
  const profile = presentWalletProfile(row);
  checkSchema(WalletProfile, profile);
  return { status: 200, body: JSON.stringify(profile), headers: {} };
}
