import type { IncomingMessage, ServerResponse } from "node:http";
import { isbot } from "isbot";
import { ENGAGEMENT_CHANNELS, type EngagementChannel } from "@/lib/badges/engagement/choices";
import type { Engagement } from "@/lib/badges/engagement/counter";
import { recordEngagement } from "@/lib/badges/engagement/service";
import { findVerifiedBadgeId } from "@/lib/credentials/verification/own-badge";
import { isUuid } from "@/lib/kernel/ids";
import { rewritePath } from "./api-paths";

type Requested = { query: URLSearchParams; accept: string };
/** What a request with this path counts. The names are the groups of its pattern. */
type CountedPath = [pattern: RegExp, find: (names: string[], requested: Requested) => Engagement | null];

const MAX_USER_AGENT_LENGTH = 500;

const ofBadge = (id = ""): { badgeId: string } => ({ badgeId: id });
const ofTemplate = (id = ""): { templateId: string } => ({ templateId: id });

const download = (id: string | undefined, channel: EngagementChannel<"download">): Engagement => ({
  subject: ofBadge(id),
  kind: "download",
  channel,
});

const findShare = ([id, name]: string[]): Engagement | null => {
  const channel = ENGAGEMENT_CHANNELS.share.find((one) => one === name);
  return channel ? { subject: ofBadge(id), kind: "share", channel } : null;
};

function findVerification(_names: string[], { query }: Requested): Engagement | null {
  const badgeId = findVerifiedBadgeId(query.get("url") ?? "");
  return badgeId === null ? null : { subject: { badgeId }, kind: "verification", channel: "page" };
}

const FORMATS = ["png", "svg", "json", "jwt"] as const;
const findFormat = (name: string | null) => FORMATS.find((one) => one === name) ?? "json";

const READ: CountedPath[] = [
  [/^\/badges\/([^/]+)\/?$/, ([id]) => ({ subject: ofBadge(id), kind: "view", channel: "badge_page" })],
  [/^\/embed\/badges\/([^/]+)\/?$/, ([id]) => ({ subject: ofBadge(id), kind: "view", channel: "embed" })],
  [
    /^\/org\/[^/]+\/badges\/([^/]+)\/?$/,
    ([id]) => ({ subject: ofTemplate(id), kind: "view", channel: "template_page" }),
  ],
  [/^\/badges\/([^/]+)\/certificate\.pdf$/, ([id]) => download(id, "certificate")],
  [/^\/me\/badges\/([^/]+)\/certificate$/, ([id]) => download(id, "certificate")],
  [/^\/me\/badges\/([^/]+)\/credential$/, ([id], { query }) => download(id, findFormat(query.get("format")))],
  [/^\/obi\/v2\/badge_assertions\/([^/]+)$/, ([id]) => download(id, "json")],
  [
    /^\/obi\/v2\/badge_assertions\/([^/]+)\/image(\.svg)?$/,
    ([id, extension]) => download(id, extension ? "svg" : "png"),
  ],
  [
    /^\/obi\/v3\/credentials\/([^/.]+)(?:\.(json|jwt))?$/,
    ([id, extension = ""], { accept }) =>
      download(id, findFormat(extension || (accept.includes("vc+jwt") ? "jwt" : "json"))),
  ],
  [
    /^\/obi\/v3\/credentials\/([^/]+)\/image\.(png|svg)$/,
    ([id, type = ""]) => download(id, findFormat(type)),
  ],
  [/^\/verify\/?$/, findVerification],
];

/** Links that lead elsewhere. Their requests count only when they come from our own pages. */
const LED_AWAY: CountedPath[] = [
  [/^\/badges\/([^/]+)\/share\/([a-z_]+)$/, findShare],
  [
    /^\/badges\/([^/]+)\/issuer$/,
    ([id]) => ({ subject: ofBadge(id), kind: "issuer_click", channel: "website" }),
  ],
  [
    /^\/org\/[^/]+\/badges\/([^/]+)\/issuer$/,
    ([id]) => ({ subject: ofTemplate(id), kind: "issuer_click", channel: "website" }),
  ],
  [
    /^\/org\/[^/]+\/badges\/([^/]+)\/earn$/,
    ([id]) => ({ subject: ofTemplate(id), kind: "issuer_click", channel: "earn_this_badge" }),
  ],
];

const firstValue = (value: string | string[] | undefined): string => [value].flat()[0] ?? "";

/** Whether a page is loaded before anyone has asked to see it. */
const isPrefetch = ({ headers }: IncomingMessage): boolean =>
  ["sec-purpose", "purpose", "x-moz"].some((name) => firstValue(headers[name]).includes("prefetch")) ||
  headers.rsc !== undefined;

/** Programs that say that they are one, and those that say nothing. */
function isProgram({ headers }: IncomingMessage): boolean {
  const agent = (headers["user-agent"] ?? "").slice(0, MAX_USER_AGENT_LENGTH);
  return agent === "" || isbot(agent);
}

const PICTURES = new Set(["image", "script", "style", "audio", "video", "font"]);

/** Whether a page of another site only pretends to show this address, as a picture for example. */
const isMisused = (request: IncomingMessage, isLedAway: boolean): boolean => {
  const site = firstValue(request.headers["sec-fetch-site"]);
  const isForeign = site !== "" && site !== "same-origin";
  return isForeign && (isLedAway || PICTURES.has(firstValue(request.headers["sec-fetch-dest"])));
};

function findEngagement(paths: CountedPath[], request: IncomingMessage): Engagement | null {
  const [path = "", query = ""] = (request.url ?? "").split("?", 2);
  const rewritten = rewritePath(path);
  for (const [pattern, find] of paths) {
    const names = pattern.exec(rewritten)?.slice(1);
    if (names) {
      const requested = { query: new URLSearchParams(query), accept: request.headers.accept ?? "" };
      return find(names, requested);
    }
  }
  return null;
}

const isValid = ({ subject }: Engagement): boolean =>
  isUuid("badgeId" in subject ? subject.badgeId : subject.templateId);

/** Whether a response with this status showed, sent or did what is counted. An unchanged file was downloaded before. */
const isDone = (status: number, { kind }: Engagement): boolean => {
  if (kind === "share" || kind === "issuer_click") return status === 302 || status === 204;
  return status === 200 || (status === 304 && kind === "view");
};

/**
 * Counts views, shares, downloads and clicks when their responses are sent, and verifications by address. Left out are
 * HEAD, what browsers load in advance, and programs that say that they are one. Nothing about who asked is stored, and
 * nothing waits for it (decision 0107). `request.url` must be normalized.
 */
export function countEngagement(request: IncomingMessage, response: ServerResponse): void {
  const { method } = request;
  if (method !== "GET" && method !== "POST") return;
  const read = method === "GET" ? findEngagement(READ, request) : null;
  const engagement = read ?? findEngagement(LED_AWAY, request);
  if (!engagement || !isValid(engagement)) return;
  if (isPrefetch(request) || isMisused(request, read === null) || isProgram(request)) return;
  response.once("finish", () => {
    if (isDone(response.statusCode, engagement)) recordEngagement(engagement);
  });
}
