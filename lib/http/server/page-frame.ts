import { log } from "@/lib/kernel/log";
import type { Reader, RenderedPage } from "./rendered-page";

/**
 * Path of the page that contains only the frame of the pages, without content. It is rendered inside the server and
 * never served to clients (public-address.ts).
 */
export const FRAME_PATH = "/frame";

type Render = (reader: Reader) => Promise<RenderedPage>;
type Frames = { render: Render; pages: Map<string, Promise<string>> };

// On the global object, because the bundles of Next have their own copies of this module.
const shared = globalThis as typeof globalThis & { badgesPageFrames?: Frames };

/** Registers how this process renders the frame. */
export function providePageFrame(render: Render): void {
  shared.badgesPageFrames = { render, pages: new Map() };
}

async function rendered(render: Render, reader: Reader): Promise<string> {
  const { status, html } = await render(reader);
  if (status !== 200) throw new Error(`The frame was rendered with status ${status}`);
  return html;
}

/**
 * Returns the HTML of the page frame around empty content, in a language and theme. It is rendered once for each of
 * them. Null when our server does not render pages (`next dev`), or when it fails.
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
