"use client";

import { useTranslations } from "next-intl";
import Link from "next/link";
import { apiMe } from "@/components/api";
import { BadgeTags } from "@/components/earner/wallet/badge-tags";
import { Button } from "@/components/ui/button";
import { Picture } from "@/components/ui/picture";
import { useWrite } from "@/components/ui/form/use-write";
import type { BadgeCollection, BadgeCollectionChange } from "@/lib/badges/collections/schema";
import { MoveButtons, type Move } from "./move-buttons";
import { useMove } from "./use-move";

type CollectedBadge = BadgeCollection["badges"][number];

const Art = ({ src }: { src: string }) => (
  <Picture
    src={src}
    alt=""
    width={64}
    height={64}
    loading="lazy"
    className="size-16 shrink-0 object-contain"
  />
);

const NAME = "leading-snug font-medium wrap-anywhere";

/** Returns the ids with one of them moved to a place, counted from 1. */
const withMove = (ids: string[], { id, target }: Pick<Move, "id" | "target">): string[] =>
  ids.filter((each) => each !== id).toSpliced(target - 1, 0, id);

const listIds = ({ badges }: BadgeCollection): string[] => badges.map((badge) => badge.id);

/** A change of the badges shown. It fails when they were changed in another window (decision 0117). */
const buildChange = (collection: BadgeCollection, badgeIds: string[]): BadgeCollectionChange => ({
  badge_ids: badgeIds,
  previous_badge_ids: listIds(collection),
});

/** Replaces the badges of a collection. */
const saveBadges = (collection: BadgeCollection, badgeIds: string[]) =>
  apiMe<BadgeCollection>("PATCH", `/badge_collections/${collection.id}`, buildChange(collection, badgeIds));

type RemoveButtonProps = { collection: BadgeCollection; badge: CollectedBadge };

function RemoveButton({ collection, badge: { id, name } }: RemoveButtonProps) {
  const t = useTranslations("wallet.collections");
  const words = useTranslations("wallet.common");
  const { write, isBusy } = useWrite();
  const remove = () => {
    const rest = listIds(collection).filter((each) => each !== id);
    return write({ send: () => saveBadges(collection, rest), done: () => t("taken_out", { name }) });
  };
  return (
    <Button variant="quiet" busy={isBusy} aria-label={t("take_out", { name })} onClick={() => void remove()}>
      {words("remove_now")}
    </Button>
  );
}

/** The badges of a collection in their order, with buttons to change it and to remove badges. */
export function CollectedBadges({ collection }: { collection: BadgeCollection }) {
  const { id, badges } = collection;
  const ids = listIds(collection);
  const { move, isBusy } = useMove({
    ids,
    total: ids.length,
    change: (asked) => ({ id, body: buildChange(collection, withMove(ids, asked)) }),
  });
  return (
    <ol className="divide-y divide-line border-y border-line">
      {badges.map((badge, index) => (
        <li key={badge.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-3">
          <Art src={badge.image_url} />
          <div className="min-w-0 grow basis-40">
            <h3 className={NAME}>
              <Link prefetch={false} href={`/wallet/badges/${badge.id}`} className="text-ink">
                {badge.name}
              </Link>
            </h3>
            <p className="mt-1.5">
              <BadgeTags standing={badge.state} isPublic={badge.public} />
            </p>
          </div>
          <span className="flex gap-1">
            <MoveButtons
              entry={badge}
              position={index + 1}
              count={ids.length}
              isBusy={isBusy}
              onMove={move}
            />
            <RemoveButton collection={collection} badge={badge} />
          </span>
        </li>
      ))}
    </ol>
  );
}

/** A badge of the wallet that can be added. */
type OfferedBadge = { id: string; name: string; issuer: string; imageUrl: string };

type AddBadgesProps = { collection: BadgeCollection; offered: OfferedBadge[] };

/** Badges of the wallet, with a button for each that is not in the collection yet. */
export function AddBadges({ collection, offered }: AddBadgesProps) {
  const t = useTranslations("wallet.collections");
  const { write, isBusy } = useWrite();
  const ids = listIds(collection);
  const add = ({ id: badgeId, name }: OfferedBadge) =>
    write({ send: () => saveBadges(collection, [...ids, badgeId]), done: () => t("added", { name }) });
  return (
    <ul className="divide-y divide-line border-y border-line">
      {offered.map((badge) => (
        <li key={badge.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-3">
          <Art src={badge.imageUrl} />
          <div className="min-w-0 grow basis-40">
            <h3 className={NAME}>{badge.name}</h3>
            <p className="text-[0.8125rem] text-ink-soft">{badge.issuer}</p>
          </div>
          {ids.includes(badge.id) ? (
            <span className="text-sm text-ink-soft">{t("in_it")}</span>
          ) : (
            <Button
              variant="secondary"
              busy={isBusy}
              aria-label={t("add_label", { name: badge.name })}
              onClick={() => void add(badge)}
            >
              {t("add")}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
