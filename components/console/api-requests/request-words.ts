import type { Tone } from "@/components/ui/tag";
import type { ApiRequest } from "@/lib/access/api-requests/schema";

const CREDENTIALS: Record<string, string> = {
  AuthorizationToken: "Authorization token",
  OAuthApplication: "OAuth application",
  LearningToken: "Learning token",
  LearningApp: "Learning app",
  User: "Session",
};

type Actor = ApiRequest["actor"];

/** The kind of credential with which a request was sent. */
export const credentialKind = ({ type }: Pick<Actor, "type">): string => CREDENTIALS[type] ?? type;

/** The name of a credential: of the token, the application or the person. */
export const credentialName = (actor: Pick<Actor, "type" | "name">): string =>
  actor.name || `Unnamed ${credentialKind(actor).toLowerCase()}`;

/** The color of a status. */
export function statusTone(status: number): Tone {
  if (status >= 500) return "negative";
  if (status >= 400) return "caution";
  return status >= 300 ? "neutral" : "positive";
}

export const formatDuration = (ms: number): string => `${ms.toLocaleString("en")} ms`;

/** The method with the end of the path: `GET /badges/…`. The beginning is the same for all. */
export const requestTitle = ({ method, path }: Pick<ApiRequest, "method" | "path">): string =>
  `${method} ${path.replace(/^\/v1\/organizations\/[\da-f-]{36}(?=\/)/i, "")}`;
