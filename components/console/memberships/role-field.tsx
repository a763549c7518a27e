import type { UseFormRegisterReturn } from "react-hook-form";
import { Fieldset, Radio } from "@/components/ui/choice";
import { FieldError } from "@/components/ui/field";
import { MEMBER_ROLES } from "@/lib/identity/memberships/choices";
import { ROLE_WORDS } from "./role-words";

type RoleFieldProps = { registration: UseFormRegisterReturn; error: string | undefined };

/** A choice of role, with a description of each. */
export const RoleField = ({ registration, error }: RoleFieldProps) => (
  <Fieldset legend="Role">
    <div className="flex flex-col gap-3">
      {MEMBER_ROLES.map((role) => (
        <Radio
          key={role}
          {...registration}
          value={role}
          label={ROLE_WORDS[role].name}
          hint={ROLE_WORDS[role].what}
        />
      ))}
    </div>
    <FieldError>{error}</FieldError>
  </Fieldset>
);
