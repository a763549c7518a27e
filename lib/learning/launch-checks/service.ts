import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { env, publicUrl } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";
import { appNameOfKey, signerOfApp, type Signer } from "@/lib/learning/apps/signing";
import { integrationOfApp } from "@/lib/learning/integrations/service";
import { dataMissing, ltiError } from "@/lib/learning/lti/errors";
import { CONNECT_PARAMETERS, LAUNCH_PARAMETERS, readConnect, readLaunch } from "@/lib/learning/lti/launch";
import { collectParameters, type Collected, type SignedRequest } from "@/lib/learning/lti/parameters";
import { verify, type Verdict } from "@/lib/learning/lti/verify";
import { findDeviation } from "./deviations";
import { hintsOf } from "./hints";
import { readPasted, type Pasted } from "./pasted-request";
import type { CheckStep, LaunchCheckInput } from "./schema";
import type { Judged } from "./serializer";

type Kind = "launch" | "connect" | null;

function kindOf(path: string): Kind {
  const plain = path.replace(/\/+$/, "");
  if (plain === "/auth/lti") return "launch";
  return /^(\/v1\.1)?\/cle_auth\/(connect|authenticate)$/.test(plain) ? "connect" : null;
}

const REQUIRED = { launch: LAUNCH_PARAMETERS, connect: CONNECT_PARAMETERS } as const;

const valueOf = ({ query, header, body }: Collected, name: string): string | null =>
  [...query, ...header, ...body].find(([given]) => given === name)?.[1] ?? null;

const SECONDS = /^[1-9]\d{0,10}$/;

const momentOf = (seconds: string | null): Date | null =>
  seconds !== null && SECONDS.test(seconds) ? new Date(Number(seconds) * 1000) : null;

/**
 * Verifies a request at the given time as the service does, but without the nonce: a pasted request may have been
 * accepted already.
 */
const judgeAt = (request: SignedRequest, app: Signer, kind: Kind, now: Date): Promise<Verdict<Signer>> =>
  verify(request, {
    now,
    required: kind === null ? [] : REQUIRED[kind],
    findApp: (key) => Promise.resolve(key === app.consumerKey ? app : null),
    takeNonce: () => Promise.resolve(true),
  });

/**
 * Finds why a request with a valid signature is refused all the same (lib/learning/connections/launch.ts): null when it
 * is not, undefined when its signature is not valid.
 */
async function findLaunchFault(
  app: Signer,
  kind: Kind,
  verdict: Verdict<Signer>,
): Promise<ApiError | null | undefined> {
  if (!verdict.isAccepted) return undefined;
  if (kind === null) return null;
  const { parameters } = verdict;
  try {
    if (kind === "launch" && !app.enterprise) {
      return ltiError("LTI_UNAUTHORIZED", "Only apps of enterprises may launch pages inside an LMS.");
    }
    const { integrationId } = kind === "launch" ? readLaunch(parameters) : readConnect(parameters);
    if (await integrationOfApp(app, integrationId)) return null;
    const field = { field: "integration_id", code: "invalid", message: "must be an integration of this app" };
    return dataMissing([field]);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

const judgementOf = ({ isAccepted, trace }: Verdict<Signer>): boolean | null =>
  !isAccepted && trace.step !== "signature" ? null : isAccepted;

type Steps = Pick<Judged, "trace" | "refusal" | "isSignatureValid" | "launchFault">;

/**
 * Runs all checks. A request that is only too old is checked again for the time at which it was signed, because people
 * rarely paste a request within five minutes.
 */
async function runChecks(
  request: SignedRequest,
  app: Signer,
  kind: Kind,
  times: { now: Date; signedAt: Date | null },
): Promise<Steps> {
  const present = await judgeAt(request, app, kind, times.now);
  const { trace } = present;
  const isOld = trace.step === "timestamp" && times.signedAt !== null;
  const signed = isOld ? await judgeAt(request, app, kind, times.signedAt ?? times.now) : present;
  const launchFault = await findLaunchFault(app, kind, signed);
  const late = present.isAccepted ? null : { step: trace.step as CheckStep, error: present.error };
  return {
    trace,
    isSignatureValid: judgementOf(signed),
    launchFault,
    refusal: late ?? (launchFault ? { step: "launch", error: launchFault } : null),
  };
}

async function explain(
  app: Signer,
  kind: Kind,
  {
    request,
    pasted,
    now,
    signedAt,
    refusal,
    isSignatureValid,
    launchFault,
  }: Omit<Judged, "hints" | "secret" | "trace"> & {
    pasted: Pasted;
  },
): Promise<string[]> {
  const collected = collectParameters(request);
  const consumerKey = valueOf(collected, "oauth_consumer_key");
  const signature = valueOf(collected, "oauth_signature") ?? "";
  const rejectedRequest = { ...request, ...collected, origins: pasted.origins, signature };
  return hintsOf({
    step: refusal?.step ?? null,
    now,
    signedAt,
    isSignatureValid,
    launchFault: launchFault?.message ?? null,
    signature,
    consumerKey,
    deviation:
      isSignatureValid === false
        ? findDeviation({ ...rejectedRequest, consumerKey: app.consumerKey, secret: app.secret })
        : null,
    otherApp:
      refusal?.step === "key" && consumerKey !== null
        ? await appNameOfKey(app.organizationId, consumerKey)
        : null,
    contentType: request.contentType,
    isKnownPath: kind !== null,
    launchUrl: publicUrl("/auth/lti"),
  });
}

/**
 * Checks a pasted signed request as if it were sent now, and explains what is wrong with it. Stores nothing, not even
 * the nonce. The result contains neither the secret nor the correct signature. 404 when the organization does not have
 * the app, 422 when the text is not a request.
 */
export async function checkLaunch(caller: Caller, appId: string, body: LaunchCheckInput): Promise<Judged> {
  const app = await signerOfApp(caller.organizationId, appId);
  const pasted = readPasted(body);
  const { origins: _origins, ...rest } = pasted;
  const request: SignedRequest = { ...rest, origin: env().APP_URL };
  const kind = kindOf(request.path);
  const now = clock.now();
  const signedAt = momentOf(valueOf(collectParameters(request), "oauth_timestamp"));
  const steps = await runChecks(request, app, kind, { now, signedAt });
  const hints = await explain(app, kind, { ...steps, request, pasted, now, signedAt });
  return { ...steps, request, hints, now, signedAt, secret: app.secret };
}
