"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";

const DIRECTIONS = [
  { key: "up", step: -1, Icon: ArrowUp },
  { key: "down", step: 1, Icon: ArrowDown },
] as const;

type Direction = (typeof DIRECTIONS)[number]["key"];

export type Move = { id: string; name: string; direction: Direction; target: number };

/** The id of a button of an entry, by which it gets the focus back after its entry was moved. */
export const moveButtonId = ({ id, direction }: Pick<Move, "id" | "direction">): string =>
  `move-${direction}-${id}`;

type MoveButtonsProps = {
  entry: { id: string; name: string };
  /** The place in the list, from 1. */
  position: number;
  count: number;
  isBusy: boolean;
  onMove: (move: Move) => void;
};

/** Buttons that move an entry of a list by one place. At the ends they keep their focus and do nothing. */
export function MoveButtons({ entry: { id, name }, position, count, isBusy, onMove }: MoveButtonsProps) {
  const t = useTranslations("wallet.collections");
  return (
    <span className="flex gap-1">
      {DIRECTIONS.map(({ key, step, Icon }) => {
        const target = position + step;
        const isOff = isBusy || target < 1 || target > count;
        return (
          <button
            key={key}
            id={moveButtonId({ id, direction: key })}
            type="button"
            aria-label={t(`move_${key}`, { name })}
            aria-disabled={isOff || undefined}
            onClick={() => (isOff ? undefined : onMove({ id, name, direction: key, target }))}
            className={buttonClass({ variant: "secondary", size: "mediumIcon" })}
          >
            <Icon className="size-4" aria-hidden="true" />
          </button>
        );
      })}
    </span>
  );
}
