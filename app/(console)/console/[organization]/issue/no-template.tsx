import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import type { Caller } from "@/lib/access/callers/caller";
import { may } from "../../../console-caller";

/** Before anything can be issued. */
export const NoTemplate = ({ caller, home }: { caller: Caller; home: string }) => (
  <EmptyState
    title="First, an active template"
    action={
      may(caller, "badge_templates", "write") ? (
        <ButtonLink href={`${home}/badge_templates/new`}>New template</ButtonLink>
      ) : null
    }
  >
    Badges are issued from templates, and none that you may issue is active yet.
  </EmptyState>
);
