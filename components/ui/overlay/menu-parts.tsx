"use client";

import { Menu as Base } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import Link from "next/link";
import type { ReactNode, Ref } from "react";

const ITEM = [
  "flex min-h-9 w-full items-center gap-2.5 rounded-md px-2.5 py-1.5 text-start text-sm text-ink no-underline",
  "outline-none data-highlighted:bg-sunken forced-colors:data-highlighted:outline-2",
].join(" ");

export type MenuProps = {
  /** The content of the button that opens the menu. */
  trigger: ReactNode;
  label?: string;
  triggerClass: string;
  align?: "start" | "end";
  children: ReactNode;
};

type OpenedProps = MenuProps & { triggerRef: Ref<HTMLButtonElement> };

/** The menu once its code is loaded; `menu.tsx` beside this file shows the button until then. */
export function OpenedMenu(props: OpenedProps) {
  const { trigger, triggerRef, label, triggerClass, align = "start", children } = props;
  return (
    <Base.Root>
      <Base.Trigger ref={triggerRef} className={triggerClass} aria-label={label}>
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="z-50 outline-none" sideOffset={6} align={align} collisionPadding={8}>
          <Base.Popup className="max-w-80 min-w-52 rounded-xl border border-line bg-raised p-1.5 shadow-overlay outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

type ItemProps = { onSelect: () => void; danger?: boolean; children: ReactNode };

/** An action in a menu. */
export const MenuItem = ({ onSelect, danger = false, children }: ItemProps) => (
  <Base.Item onClick={onSelect} className={danger ? `${ITEM} text-negative` : ITEM}>
    {children}
  </Base.Item>
);

/** A link in a menu, to a page or to a file. */
export const MenuLink = ({
  href,
  current = false,
  isDownload = false,
  children,
}: {
  href: string;
  current?: boolean;
  isDownload?: boolean;
  children: ReactNode;
}) => (
  <Base.LinkItem
    render={isDownload ? <a href={href} download /> : <Link prefetch={false} href={href} />}
    closeOnClick
    aria-current={current ? "page" : undefined}
    className={ITEM}
  >
    {children}
  </Base.LinkItem>
);

type ChoiceProps = { checked: boolean; onChange: () => void; children: ReactNode };

/** A checkbox in a menu. The menu stays open so that several can be changed. */
export const MenuChoice = ({ checked, onChange, children }: ChoiceProps) => (
  <Base.CheckboxItem checked={checked} onCheckedChange={onChange} className={ITEM}>
    <span className="flex size-4 shrink-0 items-center justify-center text-accent" aria-hidden="true">
      {checked ? <Check className="size-4" /> : null}
    </span>
    {children}
  </Base.CheckboxItem>
);

type RadiosProps = {
  label: string;
  value: string;
  options: { value: string; label: string }[];
  onChange: (value: string) => void;
};

/** Radio buttons in a menu. The menu stays open so that the effect can be seen. */
export const MenuRadios = ({ label, value, options, onChange }: RadiosProps) => (
  <Base.RadioGroup
    aria-label={label}
    value={value}
    onValueChange={(next: unknown) => typeof next === "string" && onChange(next)}
  >
    {options.map((option) => (
      <Base.RadioItem key={option.value} value={option.value} className={ITEM}>
        <span className="flex size-4 shrink-0 items-center justify-center text-accent" aria-hidden="true">
          {option.value === value ? <Check className="size-4" /> : null}
        </span>
        {option.label}
      </Base.RadioItem>
    ))}
  </Base.RadioGroup>
);

export const MenuSeparator = () => <Base.Separator className="mx-1 my-1.5 h-px bg-line" />;
