import { expect } from "vitest";
import { ORIGIN } from "../http/client";
import { dispatch } from "../http/routes";
import type { Json } from "./foreign-credentials";

let visitors = 0;

/** Sends a request to verify a badge, each from a visitor of its own. */
export async function sendVerification(
  body: BodyInit,
  type?: string,
): Promise<{ status: number; data: Json }> {
  visitors += 1;
  const address = `198.51.${Math.floor(visitors / 250)}.${visitors % 250}`;
  const headers = { "x-client-address": address, ...(type ? { "content-type": type } : {}) };
  const response = await dispatch(new Request(`${ORIGIN}/v1/verify`, { method: "POST", body, headers }));
  const { data } = (await response.json()) as { data: Json };
  return { status: response.status, data };
}

/** Verifies a badge by the API and returns the report. */
export async function verifyByApi(input: Json): Promise<Json> {
  const { status, data } = await sendVerification(JSON.stringify(input), "application/json");
  expect(status, JSON.stringify(data)).toBe(200);
  return data;
}

/** Verifies a credential in JSON or a token by the API and returns the report. */
export const verify = (credential: Json | string): Promise<Json> => verifyByApi({ credential });

/** The codes of the reasons in a report. */
export const reasonsOf = ({ reasons }: Json): string[] => (reasons as Json[]).map(({ code }) => String(code));
