import type { UseFormRegisterReturn } from "react-hook-form";
import { Fieldset, Radio } from "@/components/ui/form/choice";
import { FieldError } from "@/components/ui/form/field";
import { MEMBER_ROLES } from "@/lib/access/callers/choices";
import { ROLE_TEXTS } from "./role-words";

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
          label={ROLE_TEXTS[role].name}
          hint={ROLE_TEXTS[role].description}
        />
      ))}
    </div>
    <FieldError>{error}</FieldError>
  </Fieldset>
);
