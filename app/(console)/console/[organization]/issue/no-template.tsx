import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/list/empty-state";
import type { Caller } from "@/lib/access/callers/caller";
import { may } from "../../../console-caller";

/** The empty state while there is no template to issue. */
export const NoTemplate = ({ caller, home }: { caller: Caller; home: string }) => (
  <EmptyState
    title="No active templates yet"
    action={
      may(caller, "badge_templates", "write") ? (
        <ButtonLink href={`${home}/badge_templates/new`}>New template</ButtonLink>
      ) : null
    }
  >
    Badges are issued from templates. Create or activate a template first.
  </EmptyState>
);
