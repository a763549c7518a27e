"use client";

import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";
import { listHref } from "./list-address";

type FilterFormProps = Omit<ComponentProps<"form">, "action" | "onSubmit"> & {
  /** The path of the list. */
  action: string;
  onSent?: () => void;
};

/**
 * A form whose fields are the parameters of a list. Empty ones are left out of the address, so that it says only what is
 * filtered. Before its script has loaded the browser sends all of them, which means the same.
 */
export function FilterForm({ action, onSent, ...rest }: FilterFormProps) {
  const router = useRouter();
  return (
    <form
      {...rest}
      action={action}
      onSubmit={(event) => {
        event.preventDefault();
        const params: Record<string, string> = {};
        for (const [name, value] of new FormData(event.currentTarget))
          if (typeof value === "string") params[name] = value;
        onSent?.();
        router.push(listHref({ path: action, params }, {}));
      }}
    />
  );
}
