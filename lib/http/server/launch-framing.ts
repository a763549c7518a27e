import type { IncomingMessage } from "node:http";
import { log } from "@/lib/kernel/log";
import { launchOriginsOf } from "@/lib/learning/connections/launch";

const LAUNCH_PAGE = /^\/lti\/launch\/?\?(.*)$/;

/**
 * The origins that may frame the page which a request asks for: for a launch those of the integration that the token of
 * its address is for. None for any other page, and none while they cannot be read.
 */
export async function framingOrigins({ url = "" }: IncomingMessage): Promise<string[]> {
  const [, query] = LAUNCH_PAGE.exec(url) ?? [];
  const token = query === undefined ? null : new URLSearchParams(query).get("token");
  if (token === null) return [];
  return launchOriginsOf(token).catch((error: unknown) => {
    log.warn({ err: error }, "the origins of a launch could not be read");
    return [];
  });
}
