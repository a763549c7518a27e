import { Facts, Section } from "@/components/ui/facts";
import { MEMBER_ROLES } from "@/lib/access/callers/choices";
import { ROLE_TEXTS } from "./role-words";

/** The roles with their descriptions. */
export const RoleList = () => (
  <div className="mt-12">
    <Section title="Role permissions">
      <Facts
        facts={MEMBER_ROLES.map((role) => ({
          term: ROLE_TEXTS[role].name,
          value: ROLE_TEXTS[role].description,
        }))}
      />
    </Section>
  </div>
);
