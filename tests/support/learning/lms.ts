import { createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import OAuth from "oauth-1.0a";

type Key = { api_key: string; app_secret: string };

/** The fields of a launch that an LMS has signed, as it makes the browser post them. */
export function launchFields(url: string, { api_key, app_secret }: Key, fields: Record<string, string>) {
  const client = new OAuth({
    consumer: { key: api_key, secret: app_secret },
    signature_method: "HMAC-SHA1",
    hash_function: (text, key) => createHmac("sha1", key).update(text).digest("base64"),
  });
  const data = {
    tool_consumer_info_product_family_code: "cle",
    ...fields,
    oauth_consumer_key: api_key,
    oauth_nonce: randomUUID(),
    oauth_signature_method: "HMAC-SHA1",
    oauth_timestamp: String(Math.floor(Date.now() / 1000)),
    oauth_version: "1.0",
  };
  const signature = client.getSignature({ url, method: "POST", data }, undefined, {} as OAuth.Data);
  return { ...data, oauth_signature: signature };
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);

const inputs = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join("");

/**
 * The page of a course: it posts a launch into a frame, records the messages that the frame sends, and shows in a
 * second frame whether a page of another site can store a cookie.
 */
const coursePage = (action: string, fields: Record<string, string>, probe: string): string => `<!doctype html>
<html lang="en"><head><title>Course</title></head><body style="margin:0">
<h1>Course</h1>
<script>window.messages = []; addEventListener("message", ({ data, origin }) => messages.push({ data, origin }));</script>
<iframe name="tool" title="Badges" style="width:320px;height:600px;border:0"></iframe>
<iframe name="probe" title="Probe" src="${escapeHtml(probe)}"></iframe>
<form method="post" action="${escapeHtml(action)}" target="tool">${inputs(fields)}</form>
<script>document.forms[0].submit();</script></body></html>`;

/** A page that shows an address in a frame, unchanged. */
const framePage = (address: string): string => `<!doctype html>
<html lang="en"><head><title>Another site</title></head><body>
<iframe name="tool" title="Badges" src="${escapeHtml(address)}"></iframe></body></html>`;

const probePage = `<!doctype html><html lang="en"><body><p id="cookies"></p>
<script>document.cookie = "script=1; SameSite=None; Secure"; cookies.textContent = document.cookie || "none";</script></body></html>`;

type Lms = {
  /** On another site than `localhost`. */
  origin: string;
  /** The address of a page on `localhost` that tries to store cookies. */
  probe: string;
  /** Sets the launch of the course page from now on. */
  launch: (action: string, fields: Record<string, string>) => void;
  /** Shows this address in a frame from now on, without a launch. */
  frame: (address: string) => void;
  close: () => void;
};

/** Starts an LMS on loopback. */
export async function startLms(): Promise<Lms> {
  let page = "";
  const probed: string[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const isProbe = request.url === "/probe";
    if (isProbe) probed.push(request.headers.cookie ?? "");
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      ...(isProbe ? { "set-cookie": "server=1; SameSite=None; Secure" } : {}),
    });
    response.end(isProbe ? probePage : page);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const probe = `http://localhost:${port}/probe`;
  return {
    origin: `http://127.0.0.1:${port}`,
    probe,
    launch: (action, fields) => {
      page = coursePage(action, fields, probe);
    },
    frame: (address) => {
      page = framePage(address);
    },
    close: () => void server.close(),
  };
}
