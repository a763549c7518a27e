import { toast } from "@/components/ui/overlay/toast";
import { flushSheet } from "./sheet-saver";

/** Does what depends on the rows as they are shown, after the last edits are stored and checked. */
export function afterSaving(act: () => void): void {
  flushSheet().then(act, () =>
    toast.error("Your last changes to the rows are not saved. Save or discard them first."),
  );
}
