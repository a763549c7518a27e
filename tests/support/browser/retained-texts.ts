import type { Page, Request } from "@playwright/test";

/** Returns everything in which a browser could retain a text: the page, its stores, its history. */
export async function readRetainedTexts(page: Page): Promise<string> {
  const stores = await page.evaluate(async () => {
    const cached = await Promise.all(
      (await caches.keys()).map(async (name) => {
        const matches = await (await caches.open(name)).matchAll();
        return Promise.all(matches.map((match) => match.text()));
      }),
    );
    return JSON.stringify([
      cached,
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      history.state,
    ]);
  });
  return (await page.content()) + stores;
}

/**
 * Returns the body of a finished response: none for a redirect, or for one that the browser discarded with its page.
 */
const readBody = async (request: Request): Promise<string> => {
  try {
    return (await (await request.response())?.text()) ?? "";
  } catch {
    return "";
  }
};

/** Records every response that reaches the page from now on. Returns which requests received a text. */
export function recordResponses(page: Page): (text: string) => Promise<string[]> {
  const answers: Promise<{ asked: string; body: string }>[] = [];
  page.on("requestfinished", (request) => {
    const asked = `${request.method()} ${new URL(request.url()).pathname}`;
    answers.push(readBody(request).then((body) => ({ asked, body })));
  });
  return async (text) =>
    (await Promise.all(answers)).filter(({ body }) => body.includes(text)).map(({ asked }) => asked);
}
