"use client";

import {
  QueryClient,
  QueryClientProvider,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState, useSyncExternalStore, type ReactNode, useEffect } from "react";
import { ApiFailure } from "@/components/api";
import { LaunchView, type Outcome } from "./launch-view";
import { type LaunchAction, readLaunch, sendLaunchAction } from "./launch-api";
import type { LaunchPage } from "@/lib/learning/learner-page/schema";
import { useLaunchToken } from "./use-launch-token";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";

/** Builds the message that tells a learning system the height of the frame, in pixels, as JSON text. */
export const buildFrameResize = (height: number): string =>
  JSON.stringify({ subject: "lti.frameResize", height });

/**
 * Sends the height of this page to the page around the frame, now and after each change. Measures the body, because the
 * document is never smaller than its frame, so the frame could only grow. Sends nothing without an origin.
 */
function useFrameResize(targetOrigin: string | null): void {
  useEffect(() => {
    if (targetOrigin === null || window.parent === window) return;
    let sentHeight = 0;
    const sendHeight = () => {
      const height = Math.ceil(document.body.getBoundingClientRect().height);
      if (height === sentHeight) return;
      sentHeight = height;
      window.parent.postMessage(buildFrameResize(height), targetOrigin);
    };
    const observer = new ResizeObserver(sendHeight);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [targetOrigin]);
}

type FrameContext = {
  /** Origins that may frame the page, from the settings of the integration. */
  registered: readonly string[];
  /** `location.ancestorOrigins`, nearest first. Not every browser has it. */
  ancestors: ArrayLike<string> | undefined;
  /** `document.referrer`: in a frame, the page around it, unless that sends no referrer. */
  referrer: string;
};

const parseOrigin = (address: string): string | null =>
  URL.canParse(address) ? new URL(address).origin : null;

/**
 * Returns the origin of the page around the frame, the only one to send messages to; null without a registered origin.
 * An origin that the browser reports counts only if it is registered.
 */
export function findTargetOrigin({ registered, ancestors, referrer }: FrameContext): string | null {
  const reportedOrigins = [ancestors?.[0] ?? null, parseOrigin(referrer)];
  return (
    reportedOrigins.find((origin) => origin !== null && registered.includes(origin)) ?? registered[0] ?? null
  );
}

const MessageFrame = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className="mx-auto w-full max-w-3xl px-4 py-10 sm:px-8">
    <h1 className="font-heading text-3xl leading-tight">{title}</h1>
    <div className="mt-3 flex max-w-prose flex-col items-start gap-5 text-base text-ink-soft">{children}</div>
  </main>
);

/** Shown while the badges load. */
function LaunchSkeleton() {
  const t = useTranslations("launch");
  return (
    <main className="mx-auto w-full max-w-3xl px-4 py-6 sm:px-8 sm:py-8">
      <div role="status" aria-label={t("loading")} className="flex flex-col gap-4">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-9 w-56" />
        <Skeleton className="mt-8 h-40 w-full rounded-2xl" />
        <Skeleton className="h-40 w-full rounded-2xl" />
      </div>
    </main>
  );
}

/** Shown without a valid token, for example after a reload. */
function LaunchEnded() {
  const t = useTranslations("launch");
  return (
    <MessageFrame title={t("ended")}>
      <p role="alert">{t("ended_text")}</p>
    </MessageFrame>
  );
}

type LaunchBrokenProps = { error: Error; onRetry: () => void };

/** Shown when the badges could not be loaded, with a button to retry. */
function LaunchBroken({ error, onRetry }: LaunchBrokenProps) {
  const t = useTranslations("launch");
  const id = error instanceof ApiFailure ? error.requestId : null;
  return (
    <MessageFrame title={t("broken")}>
      <p role="alert">
        {t("broken_text")}
        {id ? <span className="block text-sm text-ink-faint">{t("request", { id })}</span> : null}
      </p>
      <Button onClick={onRetry}>{t("again")}</Button>
    </MessageFrame>
  );
}

const QUERY_KEY = ["launch"];

const isRetryable = (error: Error): boolean =>
  !(error instanceof ApiFailure) || error.status === 0 || error.status >= 500;

/** Loads the learner's badges once the token is known. */
const useLaunch = (token: string | null | undefined) =>
  useQuery({
    queryKey: QUERY_KEY,
    queryFn: () => readLaunch(token ?? ""),
    enabled: Boolean(token),
    retry: (count, error) => count < 2 && isRetryable(error),
  });

/** Accepts, declines or claims a badge and updates the page. After an error it reloads the badges. */
function useLaunchAction(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: LaunchAction) => sendLaunchAction(token, action),
    onSuccess: (launch) => client.setQueryData(QUERY_KEY, launch),
    onError: () => client.invalidateQueries({ queryKey: QUERY_KEY }),
  });
}

type Translate = ReturnType<typeof useTranslations<"launch.outcome">>;

/** Builds the message about the result of an action on the badge of this name. */
function buildOutcome(mutation: LaunchAction, badge: string, t: Translate): Outcome {
  switch (mutation.act) {
    case "accept":
      return mutation.private
        ? { tone: "positive", title: t("private", { badge }), text: t("private_text") }
        : { tone: "positive", title: t("public", { badge }), text: t("public_text") };
    case "decline":
      return { tone: "neutral", title: t("declined", { badge }) };
    case "claim":
      return { tone: "positive", title: t("issued", { badge }), text: t("issued_text") };
  }
}

/** Opens the page in a new tab. The token is in the hash of the address, which is not sent to any server. */
const openTab = (token: string, lang: string): void => {
  const { pathname } = window.location;
  const search = new URLSearchParams({ lang });
  window.open(`${pathname}?${search}#${new URLSearchParams({ token })}`, "_blank", "noopener");
};

const neverChanges = () => () => undefined;
const isInFrame = (): boolean => window.parent !== window;

/** Returns whether the page is in a frame and the origin of the LMS around it; null outside of a frame. */
function useTargetOrigin(launch: LaunchPage | undefined): { isFramed: boolean; origin: string | null } {
  const isFramed = useSyncExternalStore(neverChanges, isInFrame, () => false);
  if (!isFramed || !launch) return { isFramed, origin: null };
  const { ancestorOrigins: ancestors } = window.location;
  const origin = findTargetOrigin({
    registered: launch.launch_origins,
    ancestors,
    referrer: document.referrer,
  });
  return { isFramed, origin };
}

type LaunchContentProps = { token: string; launch: LaunchPage; isFramed: boolean };

function LaunchContent({ token, launch, isFramed }: LaunchContentProps) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const mutation = useLaunchAction(token);
  const t = useTranslations("launch.outcome");
  const locale = useLocale();
  const runAction = (action: LaunchAction, name: string) => {
    if (mutation.isPending) return;
    mutation.mutate(action, {
      onSuccess: () => setOutcome(buildOutcome(action, name, t)),
      onError: () => setOutcome({ tone: "negative", title: t("refused"), text: t("refused_text") }),
    });
  };
  const { variables: runningAction } = mutation;
  const busyId =
    mutation.isPending && runningAction
      ? "rule_id" in runningAction
        ? runningAction.rule_id
        : runningAction.badge_id
      : null;
  return (
    <LaunchView
      launch={launch}
      busyId={busyId}
      outcome={outcome}
      onOpen={isFramed ? () => openTab(token, locale) : null}
      onAccept={({ id, name }, isPrivate) =>
        runAction({ act: "accept", badge_id: id, private: isPrivate }, name)
      }
      onDecline={({ id, name }) => runAction({ act: "decline", badge_id: id }, name)}
      onClaim={({ id, name }) => runAction({ act: "claim", rule_id: id }, name)}
    />
  );
}

function LaunchLoader() {
  const token = useLaunchToken();
  const { data: launch, error, refetch } = useLaunch(token);
  const { isFramed, origin } = useTargetOrigin(launch);
  useFrameResize(origin);
  const isEnded = token === null || (error instanceof ApiFailure && error.status === 401);
  if (isEnded) return <LaunchEnded />;
  if (token && launch) return <LaunchContent token={token} launch={launch} isFramed={isFramed} />;
  if (error) return <LaunchBroken error={error} onRetry={() => void refetch()} />;
  return <LaunchSkeleton />;
}

const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { networkMode: "always", staleTime: 30_000 },
      // By default a change waits for the network and is made later, when nobody expects it.
      mutations: { networkMode: "always" },
    },
  });

/** The page inside the LMS. It has its own react-query client, because the console's redirects to the sign-in page. */
export function LaunchScreen() {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <LaunchLoader />
    </QueryClientProvider>
  );
}
