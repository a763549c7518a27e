import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Locale } from "@/lib/kernel/locales";

/** A variant of a page. Nothing else of a request changes what is rendered. */
export type PageVariant = { locale: Locale; theme: "light" | "dark" | "" };

/** A page as rendered by Next. */
export type RenderedPage = { status: number; headers: Record<string, string>; html: string };

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Captures a response instead of sending it. */
class CapturedResponse extends ServerResponse {
  readonly #chunks: Buffer[] = [];
  readonly completed: Promise<void>;
  #hasEnded = false;
  #finish: () => void = () => undefined;
  #fail: (error: Error) => void = () => undefined;

  constructor(request: IncomingMessage) {
    super(request);
    this.completed = new Promise((resolve, reject) => {
      this.#finish = resolve;
      this.#fail = reject;
    });
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString("utf8");
  }

  #append(chunk: unknown): void {
    if (typeof chunk === "string") this.#chunks.push(Buffer.from(chunk));
    else if (chunk instanceof Uint8Array) this.#chunks.push(Buffer.from(chunk));
  }

  override writeHead(status: number, ...rest: unknown[]): this {
    this.statusCode = status;
    const headers = rest.find((part) => typeof part === "object" && part !== null);
    for (const [name, value] of Object.entries(headers ?? {})) this.setHeader(name, value as string);
    return this;
  }

  override flushHeaders(): void {
    // Nothing is sent.
  }

  override write(chunk: unknown): boolean {
    this.#append(chunk);
    return true;
  }

  override end(chunk?: unknown): this {
    if (this.#hasEnded) return this;
    this.#hasEnded = true;
    this.#append(chunk);
    this.emit("finish");
    this.emit("close");
    this.#finish();
    return this;
  }

  override destroy(error?: Error): this {
    this.#fail(error ?? new Error("The page was broken off"));
    return this;
  }
}

const SCRIPTS = /<script\b(?![^>]*\btype="application\/ld\+json")[^>]*>[\s\S]*?<\/script>/g;
const PRELOADS = /<link\b[^>]*\b(?:as="script"|rel="modulepreload")[^>]*>/g;

/**
 * Removes the scripts from a page of Next; the content stays the same. User text cannot be mistaken for an element,
 * because React writes `<` in text and attributes as `&lt;`, and Next in its own scripts as `\u003c`. Data for search
 * engines stays.
 */
export const removeScripts = (html: string): string => html.replace(SCRIPTS, "").replace(PRELOADS, "");

/** Renders a page of Next inside this process, with only these headers. */
export async function capturePage(
  handle: Handler,
  url: string,
  headers: Record<string, string>,
): Promise<RenderedPage> {
  const request = Object.assign(new IncomingMessage(new Socket()), { method: "GET", url, headers });
  const response = new CapturedResponse(request);
  await handle(request, response);
  await response.completed;
  const headerEntries = Object.entries(response.getHeaders()).map(
    ([name, value]) => [name, String(value)] as const,
  );
  return {
    status: response.statusCode,
    headers: Object.fromEntries(headerEntries),
    html: removeScripts(response.text),
  };
}
