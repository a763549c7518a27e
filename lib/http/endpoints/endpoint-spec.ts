import type { z } from "zod";
import type { Access, CallerKind } from "@/lib/access/callers/caller";
import type { Scope } from "@/lib/access/callers/choices";
import type { ListKeys } from "@/lib/kernel/list/keys";

/** The parameters of a path, as text. */
export type Params = Record<string, string>;
export type CommonSpec = {
  summary: string;
  /** The kind of caller; a caller of the organization by default. */
  caller?: CallerKind;
  /** The scope that a Bearer token needs; null: any credential of the organization. */
  scope: Scope | null;
  /** The ids of the path that the service function takes, by the names of their folders (path-ids.ts). */
  ids?: readonly string[];
  /** Documentation of query parameters (name to meaning), for OpenAPI. */
  query?: Record<string, string>;
  /** The keys of `filter` and `sort`; a list without them rejects both. */
  keys?: ListKeys;
  /** Largest body in bytes; 1 MiB by default. */
  bodyLimit?: number;
  /** The request may say what it is based on: 409 when that has changed. */
  canConflict?: boolean;
  /**
   * Whether a session must have a recent proof of identity: by default for members who delete, and for every table
   * that is exported (decision 0119).
   */
  requiresProof?: boolean;
  /** The resource is deleted after some time: 410 afterwards. */
  canExpire?: boolean;
};

export type EndpointSpec = CommonSpec & {
  operation:
    | "list"
    | "cursor"
    | "get"
    | "csv"
    | "file"
    | "query"
    | "create"
    | "update"
    | "remove"
    | "token"
    | "wallet"
    | "document"
    | "public";
  /** The name of the service function, which is also the operation's id in OpenAPI. */
  verb: string;
  /** The permission that is required; null when no credential of ours is required. */
  access: keyof Access | null;
  status: number;
  body?: z.ZodType;
  response?: z.ZodType;
  hasLocation?: boolean;
  /** It can respond with 302: the resource has a successor. */
  canMove?: boolean;
  /** The media types of a document or file. */
  media?: string[];
  /** What may follow the last id of the path, each with the media type that it requests: `.json`. */
  suffixes?: Record<string, string>;
  /** It also responds with a table, with `format=csv`. */
  hasTables?: true;
  /** It also takes a file, in a multipart form. */
  takesFile?: true;
  /** A wallet presents the access token that it got for an offer. */
  isForWalletToken?: boolean;
  /** Whether a document can respond with 410. */
  canBeGone?: boolean;
};

/** An operation that requires a caller. */
export type CallerSpec = EndpointSpec & { access: keyof Access };

/** For a person's own resources: only their session can access them. */
export const earnerOnly = { caller: "earner", scope: null } as const;
