import { z } from "zod";
import { ApiFailure } from "@/components/api";
import { LaunchPage } from "@/lib/learning/learner-page/schema";

/** API client of the page inside the LMS. It uses the API of the learning edition and a token instead of a session. */

const Failure = z.object({ meta: z.object({ status: z.string(), message: z.string() }) });

async function readFailure(response: Response): Promise<ApiFailure> {
  const requestId = response.headers.get("x-request-id");
  const parsed = Failure.safeParse(await response.json().catch(() => null));
  const { status, message } = parsed.data?.meta ?? {
    status: "unknown",
    message: "The service did not respond.",
  };
  return new ApiFailure(response.status, status, message, [], requestId);
}

async function send(path: string, init: RequestInit): Promise<LaunchPage> {
  // Without cookies: browsers block them for a page inside another site.
  const response = await fetch(path, { ...init, credentials: "omit" }).catch(() => {
    throw new ApiFailure(
      0,
      "offline",
      "The server could not be reached. Check the connection and try again.",
    );
  });
  if (!response.ok) throw await readFailure(response);
  return z.object({ data: LaunchPage }).parse(await response.json()).data;
}

/** Loads the badges of the learner to whom the token belongs. */
export const readLaunch = (token: string): Promise<LaunchPage> =>
  send(`/v1.1/cle_launch?${new URLSearchParams({ access_token: token })}`, { method: "GET" });

/** An action of a learner. Its response is the updated page. */
export type LaunchAction =
  | { act: "accept"; badge_id: string; private: boolean }
  | { act: "decline"; badge_id: string }
  | { act: "claim"; rule_id: number };

/** POST /v1.1/cle_launch/{accept, decline, claim}. */
export function sendLaunchAction(token: string, { act, ...parameters }: LaunchAction): Promise<LaunchPage> {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ access_token: token, ...parameters });
  return send(`/v1.1/cle_launch/${act}`, { method: "POST", headers, body });
}
