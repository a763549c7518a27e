import type { CallerKind } from "@/lib/access/callers/caller";
import { notFound } from "@/lib/kernel/errors";
import { eachMethod, type AnyHandler, type Exports } from "./endpoint";
import { callerOf } from "./exchange";
import { responding } from "./responding";

/** The handlers of paths that do not exist: 401 without a credential, as everywhere else, and otherwise 404. */
export function unknownPath(kind?: CallerKind): Exports {
  const refuse: AnyHandler = (request, context) =>
    responding(request, context, async (notes) => {
      await callerOf(request, context, notes, kind);
      throw notFound();
    });
  return eachMethod(() => refuse, refuse);
}
