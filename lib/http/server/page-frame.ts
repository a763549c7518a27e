import { log } from "@/lib/kernel/log";
import type { Reader, RenderedPage } from "./rendered-page";

/** Path of the page that is the frame alone. It is rendered inside of the server and answers nobody (public-address.ts). */
export const FRAME_PATH = "/frame";

type Render = (reader: Reader) => Promise<RenderedPage>;
type Frames = { render: Render; pages: Map<string, Promise<string>> };

// The bundles of Next have modules of their own: what server and routes share in a process stands on its global object.
const shared = globalThis as typeof globalThis & { badgesPageFrames?: Frames };

/** Sets how this process renders the frame of the product. */
export function providePageFrame(render: Render): void {
  shared.badgesPageFrames = { render, pages: new Map() };
}

async function rendered(render: Render, reader: Reader): Promise<string> {
  const { status, html } = await render(reader);
  if (status !== 200) throw new Error(`The frame was answered with status ${status}`);
  return html;
}

/**
 * Returns the HTML of the product's frame around nothing, in the language and look of a reader, rendered once for each
 * of them. Null where no server of ours renders pages (`next dev`), or when it fails.
 */
export async function pageFrame(reader: Reader): Promise<string | null> {
  const frames = shared.badgesPageFrames;
  if (!frames) return null;
  const key = `${reader.locale} ${reader.look}`;
  const page = frames.pages.get(key) ?? rendered(frames.render, reader);
  frames.pages.set(key, page);
  try {
    return await page;
  } catch (error) {
    frames.pages.delete(key);
    log.warn({ err: error }, "the frame of a page could not be rendered");
    return null;
  }
}
