import type { z } from "zod";
import type { Access, CallerKind } from "@/lib/access/callers/caller";
import type { Scope } from "@/lib/access/callers/choices";
import type { ListKeys } from "@/lib/kernel/list/keys";

/** The parameters of a path, as text. */
export type Params = Record<string, string>;
export type Common = {
  summary: string;
  /** Who may ask: somebody of the organization unless it says otherwise. */
  caller?: CallerKind;
  /** The scope a Bearer token needs; null: any credential of the organization. */
  scope: Scope | null;
  /** The ids of the path that the verb takes, by the names of their folders (path-ids.ts). */
  ids?: readonly string[];
  /** Documentation of query parameters (name to meaning), for OpenAPI. */
  query?: Record<string, string>;
  /** The keys of `filter` and `sort`; a list without them refuses both. */
  keys?: ListKeys;
  /** Largest body in bytes; 1 MiB when not given. */
  bodyLimit?: number;
  /** What it names is kept for a time alone: 410 afterwards. */
  canExpire?: boolean;
};

export type EndpointSpec = Common & {
  operation:
    | "list"
    | "walk"
    | "get"
    | "sheet"
    | "file"
    | "ask"
    | "create"
    | "update"
    | "remove"
    | "token"
    | "document"
    | "open";
  /** The name of the service verb, which is also the operation's id in OpenAPI. */
  verb: string;
  /** The permission it takes; null where nobody is asked for a credential of ours. */
  access: keyof Access | null;
  status: number;
  body?: z.ZodType;
  response?: z.ZodType;
  hasLocation?: boolean;
  /** It may answer 302: the resource has a successor. */
  canMove?: boolean;
  /** The media types of a public document, when it is one; and whether it may say with 410 that it is gone. */
  media?: string[];
  canBeGone?: boolean;
};

/** An operation of a known caller. */
export type CallerSpec = EndpointSpec & { access: keyof Access };

/** What is a person's own: their session opens it, and nothing else does. */
export const earner = { caller: "earner", scope: null } as const;
