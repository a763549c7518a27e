import type { IncomingMessage } from "node:http";
import { log } from "@/lib/kernel/log";
import { launchOrigins } from "@/lib/learning/integrations/service";
import { learningCaller } from "@/lib/learning/tokens/service";

const LAUNCH_PAGE = /^\/lti\/launch\/?\?(.*)$/;

/**
 * The origins that may frame the page which a request asks for, beside those that its path names: for a launch those of
 * the integration that its token is for, as the service that sent the browser here put it into the address. None for any
 * other page, and none while they cannot be read.
 */
export async function framingOrigins({ url = "" }: IncomingMessage): Promise<string[]> {
  const [, query] = LAUNCH_PAGE.exec(url) ?? [];
  const token = query === undefined ? null : new URLSearchParams(query).get("token");
  if (token === null) return [];
  try {
    const caller = await learningCaller(token, { key: null, secret: null });
    return caller ? await launchOrigins(caller) : [];
  } catch (error) {
    log.warn({ err: error }, "the origins of a launch could not be read");
    return [];
  }
}
