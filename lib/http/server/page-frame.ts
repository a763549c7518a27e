import { log } from "@/lib/kernel/log";
import { processWide } from "@/lib/kernel/process-wide";
import type { PageVariant, RenderedPage } from "./rendered-page";

/**
 * Path of the page that contains only the frame of the pages, without content. It is rendered inside the server and
 * never served to clients (public-address.ts).
 */
export const FRAME_PATH = "/frame";

type RenderFrame = (variant: PageVariant) => Promise<RenderedPage>;
type Frames = { render: RenderFrame; pages: Map<string, Promise<string>> };

const registered = processWide("page-frames", (): { frames: Frames | null } => ({ frames: null }));

/** Registers how this process renders the frame. */
export function registerFrameRenderer(render: RenderFrame): void {
  registered.frames = { render, pages: new Map() };
}

async function renderFrame(render: RenderFrame, variant: PageVariant): Promise<string> {
  const { status, html } = await render(variant);
  if (status !== 200) throw new Error(`The frame was rendered with status ${status}`);
  return html;
}

/**
 * Returns the HTML of the page frame around empty content, in a language and theme. It is rendered once for each of
 * them. Null when our server does not render pages (`next dev`), or when it fails.
 */
export async function getPageFrame(variant: PageVariant): Promise<string | null> {
  const { frames } = registered;
  if (!frames) return null;
  const key = `${variant.locale} ${variant.theme}`;
  const page = frames.pages.get(key) ?? renderFrame(frames.render, variant);
  frames.pages.set(key, page);
  try {
    return await page;
  } catch (error) {
    frames.pages.delete(key);
    log.warn({ err: error }, "the frame of a page could not be rendered");
    return null;
  }
}
