/**
 * What the endpoints read of a request. A standard `Request` has all of it, and our own server builds it without one
 * (lib/http/routing/node-request.ts).
 */
export type IncomingRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  /** The bytes of the body in pieces; null without a body, and for GET and HEAD. */
  readonly body: AsyncIterable<Uint8Array> | null;
};
