import type { IncomingMessage } from "node:http";
import { log } from "@/lib/kernel/log";
import { listLaunchOrigins } from "@/lib/learning/connections/launch-from-lms";

const LAUNCH_PAGE = /^\/lti\/launch\/?\?(.*)$/;

/**
 * Finds the origins that may frame the requested page: for a launch, those that launched it and those of its
 * integration (`listLaunchOrigins`). None for any other page, and none when they cannot be read.
 */
export async function findFramingOrigins({ url = "" }: IncomingMessage): Promise<string[]> {
  const [, query] = LAUNCH_PAGE.exec(url) ?? [];
  const token = query === undefined ? null : new URLSearchParams(query).get("token");
  if (token === null) return [];
  return listLaunchOrigins(token).catch((error: unknown) => {
    log.warn({ err: error }, "the origins of a launch could not be read");
    return [];
  });
}
