"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState, useSyncExternalStore } from "react";
import { ApiFailure } from "@/components/api";
import { LaunchBroken, LaunchEnded, LaunchSkeleton } from "./launch-states";
import { LaunchView, type Outcome } from "./launch-view";
import { useLaunchAction, useLaunch } from "./hooks";
import type { LaunchAction } from "./launch-api";
import type { LaunchPage } from "@/lib/learning/launch/schema";
import { findTargetOrigin } from "./target-origin";
import { useFrameResize } from "./use-frame-resize";
import { useLaunchToken } from "./use-launch-token";

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
