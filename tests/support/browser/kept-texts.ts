import type { Page, Request } from "@playwright/test";

/** Everything that a browser could keep of a text: its page, its stores, its history. */
export async function keptBy(page: Page): Promise<string> {
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

/** The body of a finished answer: none for a redirect, nor for one that the browser has thrown away with its page. */
const bodyOf = async (request: Request): Promise<string> => {
  try {
    return (await (await request.response())?.text()) ?? "";
  } catch {
    return "";
  }
};

/** Collects every answer that reaches the page from now on; tells which requests were answered with a text. */
export function recordAnswers(page: Page): (text: string) => Promise<string[]> {
  const answers: Promise<{ asked: string; body: string }>[] = [];
  page.on("requestfinished", (request) => {
    const asked = `${request.method()} ${new URL(request.url()).pathname}`;
    answers.push(bodyOf(request).then((body) => ({ asked, body })));
  });
  return async (text) =>
    (await Promise.all(answers)).filter(({ body }) => body.includes(text)).map(({ asked }) => asked);
}
