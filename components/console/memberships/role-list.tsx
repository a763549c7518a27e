import { Facts, Section } from "@/components/ui/facts";
import { MEMBER_ROLES } from "@/lib/identity/memberships/choices";
import { ROLE_WORDS } from "./role-words";

/** The roles with their descriptions. */
export const RoleWords = () => (
  <div className="mt-12">
    <Section title="Role permissions">
      <Facts
        facts={MEMBER_ROLES.map((role) => ({ term: ROLE_WORDS[role].name, value: ROLE_WORDS[role].what }))}
      />
    </Section>
  </div>
);
