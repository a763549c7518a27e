import { getImageBytes } from "@/lib/art/images/service";
import type { OutboundSender } from "@/lib/platform/outbound/send";
import { dispatch } from "../http/routes";

type Answer = { status: number; headers?: Record<string, string>; body: string | Buffer };

async function answer(url: URL, headers: Record<string, string>): Promise<Answer> {
  const [, imageId] = /^\/images\/([0-9a-f-]{36})/.exec(url.pathname) ?? [];
  if (imageId) return { status: 200, body: Buffer.from(await getImageBytes(imageId)) };
  const response = await dispatch(new Request(url, { headers }));
  return { status: response.status, body: await response.text() };
}

/**
 * Sends the requests of a download to the real handlers of this process. `intervene` may answer in their place, and sees
 * every request.
 */
export const createSourceSender =
  (intervene: (url: URL, headers: Record<string, string>) => Answer | null = () => null): OutboundSender =>
  async ({ url: given, headers = {} }) => {
    const url = new URL(given);
    const { status, headers: answered = {}, body } = intervene(url, headers) ?? (await answer(url, headers));
    return {
      kind: "response",
      status,
      headers: answered,
      body: Buffer.from(body),
      truncated: false,
      durationMs: 1,
    };
  };
