"use client";

import { useTranslations } from "next-intl";
import Link from "next/link";
import { Picture } from "@/components/ui/picture";
import type { ListedCollection } from "./listed-collection";
import { MoveButtons } from "./move-buttons";
import { useMove } from "./use-move";

/** The collections in their order, with buttons to change it. `total` also counts those of other pages. */
export function CollectionList({ collections, total }: { collections: ListedCollection[]; total: number }) {
  const t = useTranslations("wallet.badges");
  const { move, isBusy } = useMove({
    ids: collections.map(({ id }) => id),
    total,
    change: ({ id, target }) => ({ id, body: { position: target } }),
  });
  return (
    <ul className="divide-y divide-line border-y border-line">
      {collections.map(({ id, name, position, count, pictures }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-5 gap-y-3 py-4">
          <div className="min-w-0 grow basis-48">
            <h2 className="font-heading text-xl leading-tight wrap-anywhere">
              <Link prefetch={false} href={`/wallet/collections/${id}`} className="text-ink">
                {name}
              </Link>
            </h2>
            <p className="mt-1 text-sm text-ink-soft">{t("count", { count })}</p>
          </div>
          <div className="flex flex-wrap gap-1.5">
            {pictures.map((src) => (
              <Picture
                key={src}
                src={src}
                alt=""
                width={48}
                height={48}
                loading="lazy"
                className="size-12 object-contain"
              />
            ))}
          </div>
          <MoveButtons entry={{ id, name }} position={position} count={total} isBusy={isBusy} onMove={move} />
        </li>
      ))}
    </ul>
  );
}
