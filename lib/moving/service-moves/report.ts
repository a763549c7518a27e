import type { DownloadReport } from "@/lib/moving/downloads/service";
import { toStorable } from "@/lib/moving/downloads/storable";
import type { KindCounts, Progress } from "@/lib/moving/imports/schema";
import type { ServiceMoveReport } from "./schema";

const MAX_LISTED = 200;
const MAX_LENGTH = 300;
/** How much of a text is searched for addresses. */
const MAX_SEARCHED = 2_000;

const E_MAIL = /[^\s"'(),:;<>]+@[^\s"'(),:;<>]+/g;

/** Returns a text that can be stored and shown: without the token, should the source repeat it, and without addresses. */
export const toShown = (text: string, token: string): string =>
  // Storable last, because a cut can split a pair of surrogates.
  toStorable(text.replaceAll(token, "…").slice(0, MAX_SEARCHED).replace(E_MAIL, "…").slice(0, MAX_LENGTH));

/** Builds the report of a run. */
export function buildReport(
  { counts, refusals }: Progress,
  { skipped, skipped_count, unavailable }: DownloadReport,
  token: string,
): ServiceMoveReport {
  const sum = (name: keyof KindCounts): number =>
    Object.values(counts).reduce((total, one) => total + one[name], 0);
  const shown = (kind: string, id: string, reason: string) => ({
    kind: toShown(kind, token),
    id: toShown(id, token),
    reason: toShown(reason, token),
  });
  // Kinds that are not taken are not shown.
  const kinds = Object.fromEntries(
    Object.entries(counts)
      .filter(([, one]) => Object.values(one).some((count) => count > 0))
      .map(([kind, { created, changed, unchanged, refused }]) => [
        kind,
        { created, changed, unchanged, refused },
      ]),
  );
  return {
    created: sum("created"),
    changed: sum("changed"),
    unchanged: sum("unchanged"),
    refused: sum("refused"),
    kinds,
    refusals: refusals.slice(0, MAX_LISTED).map(({ kind, key, reason }) => shown(kind, key, reason)),
    skipped_count,
    skipped: skipped.slice(0, MAX_LISTED).map(({ kind, id, reason }) => shown(kind, id, reason)),
    unavailable: unavailable
      .slice(0, MAX_LISTED)
      .map(({ path, status }) => ({ path: toShown(path, token), status })),
  };
}
