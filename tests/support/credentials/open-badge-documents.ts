import { getImageBytes } from "@/lib/art/images/service";
import { env } from "@/lib/kernel/env";
import * as outbound from "@/lib/platform/outbound/send";
import { vi } from "vitest";
import { ORIGIN } from "../http/client";
import { dispatch } from "../http/routes";

export type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

/** Fetches a public document without credentials, as any web client does. */
export async function fetchDocument(address: string, headers: Record<string, string> = {}, method = "GET") {
  const { pathname, search } = new URL(address, ORIGIN);
  const response = await dispatch(new Request(ORIGIN + pathname + search, { method, headers }));
  const bytes = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get("content-type") ?? "";
  const json = (type.includes("json") && bytes.length > 0 ? JSON.parse(bytes.toString()) : {}) as Json;
  return { status: response.status, headers: response.headers, bytes, json };
}

/** Fetches the credential of a badge as its earner does, who can also read that of a private one. */
export async function fetchOwnCredential(
  { headers }: { headers: Record<string, string> },
  id: string,
): Promise<Json> {
  const url = `${ORIGIN}/v1/me/badges/${id}/credential`;
  return (await dispatch(new Request(url, { headers }))).json() as Promise<Json>;
}

export const assertionPath = (id: string): string => `/v1/obi/v2/badge_assertions/${id}`;
export const credentialPath = (id: string): string => `/v1/obi/v3/credentials/${id}`;

const IMAGE = /^\/images\/([^/]+)\/image\.png$/;

/** Fetches a document from the service under another of its origins. */
async function fetchFromOrigin(origin: string, address: string, headers: Record<string, string> = {}) {
  const own = env().APP_URL;
  env().APP_URL = origin;
  try {
    const [, image] = IMAGE.exec(new URL(address).pathname) ?? [];
    if (image) return { status: 200, bytes: Buffer.from(await getImageBytes(image)), json: {} as Json };
    return await fetchDocument(address, headers);
  } finally {
    env().APP_URL = own;
  }
}

/**
 * Makes the service reachable at a second https address until mocks are restored, so that its documents can be read as
 * those of another service. Returns the address and a function that fetches from it.
 */
export function publishAtSecondOrigin(origin = "https://badges.example.org") {
  vi.spyOn(outbound, "sendOutbound").mockImplementation(async ({ url, headers }) => {
    if (new URL(url).origin !== origin) throw new Error(`Nothing is at ${url}`);
    const { status, bytes: body } = await fetchFromOrigin(origin, url, headers);
    return { kind: "response", status, headers: {}, body, truncated: false, durationMs: 1 };
  });
  return {
    origin,
    fetch: (path: string, headers?: Record<string, string>) =>
      fetchFromOrigin(origin, origin + path, headers),
  };
}
