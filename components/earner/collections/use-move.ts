"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { apiMe } from "@/components/api";
import { useWrite } from "@/components/ui/form/use-write";
import type { BadgeCollection, BadgeCollectionChange } from "@/lib/badges/collections/schema";
import { moveButtonId, type Move } from "./move-buttons";

type MoveOptions = {
  /** The ids of the entries in the order shown. */
  ids: string[];
  /** The number of all entries, also of those on other pages. */
  total: number;
  /** The collection to change, and the change, for a move. */
  change: (move: Move) => { id: string; body: BadgeCollectionChange };
};

/** Returns `move`, which changes the order of a list, says so, and keeps the focus on the button that was used. */
export function useMove({ ids, total, change }: MoveOptions) {
  const t = useTranslations("wallet.collections");
  const { write, isBusy } = useWrite();
  const last = useRef<Move>(null);
  const order = ids.join();
  useEffect(() => {
    // React moves elements to change their order, and an element that is moved loses the focus.
    if (last.current) document.querySelector<HTMLElement>(`#${moveButtonId(last.current)}`)?.focus();
    last.current = null;
  }, [order]);
  const move = (asked: Move): void => {
    last.current = asked;
    const { id, body } = change(asked);
    void write({
      send: () => apiMe<BadgeCollection>("PATCH", `/badge_collections/${id}`, body),
      done: () => t("moved", { name: asked.name, position: asked.target, count: total }),
    });
  };
  return { move, isBusy };
}
