import { randomUUID } from "node:crypto";
import { buildBadgeRequest, type Acknowledged, type Issuer } from "../badges/issuing";
import { randomNumbers } from "../random";
import {
  openKeepAliveConnection,
  type KeepAliveConnection,
  type KeepAliveRequest,
  type Reply,
} from "./connections";

type Visitor = {
  issuer: Issuer;
  /** Of a signed-in administrator. */
  cookie: string;
};

/** The requests besides issuing, one of which is chosen at random. */
const READINGS: ((visitor: Visitor, token: string) => KeepAliveRequest)[] = [
  ({ issuer }, authorization) => ({
    path: `/v1/organizations/${issuer.organization_id}/badges?filter=state::pending`,
    headers: { authorization },
  }),
  ({ issuer }, authorization) => ({
    path: `/v1/organizations/${issuer.organization_id}/badge_templates`,
    headers: { authorization },
  }),
  ({ issuer }, authorization) => ({
    path: `/v1/organizations/${issuer.organization_id}/high_volume_issued_badge_search`,
    headers: { authorization },
  }),
  ({ issuer }, authorization) => ({
    path: `/v1/organizations/${issuer.organization_id}/events`,
    headers: { authorization },
  }),
  () => ({ path: "/sign-in" }),
  ({ cookie }) => ({ path: "/v1/me", headers: { cookie } }),
  ({ cookie }) => ({ path: "/console", headers: { cookie } }),
];

const describeReply = ({ status, text }: Reply): string => `${status} ${text.slice(0, 200)}`;

/**
 * Starts clients that issue badges, read lists and pages, one request after the other in each lane, in a random order.
 * They repeat nothing: whatever is not a success is a failure.
 */
export function startMixedLoad(
  visitor: Visitor,
  origin: string,
  { lanes, seed }: { lanes: number; seed: number },
) {
  const acknowledged: Acknowledged[] = [];
  const failures: string[] = [];
  let requests = 0;
  let longestMs = 0;
  let isOver = false;
  const authorization = `Basic ${Buffer.from(`${visitor.issuer.authorization_token}:`).toString("base64")}`;

  /** A request, and what is wrong with the reply; null when nothing is. */
  type Step = { question: KeepAliveRequest; judge: (reply: Reply) => string | null };

  function issue(): Step {
    const key = randomUUID();
    const email = `${key}@example.org`;
    const [method, path, body] = buildBadgeRequest(visitor.issuer, email);
    const sentAt = Date.now();
    return {
      question: {
        method,
        path: `/v1/organizations/${visitor.issuer.organization_id}${path}`,
        headers: { authorization, "content-type": "application/json", "idempotency-key": key },
        body: JSON.stringify(body),
      },
      judge: (reply) => {
        if (reply.status !== 201) return describeReply(reply);
        const badgeId = reply.data.id as string;
        acknowledged.push({ key, email, badgeId, sentAt, acknowledgedAt: Date.now() });
        return null;
      },
    };
  }

  function read(choice: number): Step {
    const reading = READINGS[Math.floor(choice * READINGS.length)];
    if (!reading) throw new Error("There is no such reading.");
    return {
      question: reading(visitor, authorization),
      judge: (reply) => (reply.status < 400 ? null : describeReply(reply)),
    };
  }

  async function take(connection: KeepAliveConnection, { question, judge }: Step): Promise<void> {
    const since = performance.now();
    const problem = await connection.ask(question).then(judge, String);
    requests += 1;
    longestMs = Math.max(longestMs, performance.now() - since);
    if (problem !== null) failures.push(`${question.path}: ${problem}`);
  }

  const lane = async (random: () => number): Promise<void> => {
    let connection = openKeepAliveConnection(origin);
    while (!isOver) {
      // Clients come and go, so a balancer has connections to give to another host.
      if (random() < 0.05) {
        connection.close();
        connection = openKeepAliveConnection(origin);
      }
      await take(connection, random() < 0.4 ? issue() : read(random()));
    }
    connection.close();
  };
  const running = Promise.all(
    Array.from({ length: lanes }, (_one, index) => lane(randomNumbers(seed + index))),
  );
  return {
    acknowledged,
    failures,
    requests: () => requests,
    /** The longest time between a request and its response so far, in milliseconds. */
    longestMs: () => Math.round(longestMs),
    finish: async () => {
      isOver = true;
      await running;
    },
  };
}
