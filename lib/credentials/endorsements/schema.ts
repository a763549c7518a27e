import { z } from "zod";
import { nullable, text, timestamp, uuid } from "@/lib/kernel/fields";
import { ENDORSEMENT_STATES, MAX_COMMENT_LENGTH } from "./choices";

const organization = () => z.strictObject({ id: z.uuid(), name: z.string(), url: z.string() });

/** An endorsement as the organization that gave it and the owner of the badge see it. */
export const Endorsement = z
  .strictObject({
    id: z.uuid(),
    direction: z.enum(["given", "received"]),
    state: z.enum(ENDORSEMENT_STATES),
    comment: z.string(),
    badge_template: z.strictObject({
      id: z.uuid(),
      name: z.string(),
      image_url: nullable(),
      url: nullable().meta({
        description: "Its public page. Null for an endorser when the badge is not public.",
      }),
    }),
    endorser: organization(),
    owner: organization().meta({ description: "The organization of the badge." }),
    credential_url: nullable().meta({ description: "The signed credential. Null unless it is accepted." }),
    created_at: timestamp(),
    state_updated_at: timestamp(),
  })
  .meta({ id: "Endorsement" });
export type Endorsement = z.infer<typeof Endorsement>;

export const EndorsementInput = z
  .object({
    badge_template_id: uuid().meta({ description: "An active, public badge of another organization." }),
    comment: text(MAX_COMMENT_LENGTH).trim().min(1, "can't be blank"),
  })
  .meta({ id: "EndorsementInput" });
export type EndorsementInput = z.infer<typeof EndorsementInput>;

/** An accepted endorsement on a public page. */
export type PublicEndorsement = {
  id: string;
  comment: string;
  /** The organization that endorses, and its public page. */
  name: string;
  path: string;
  /** Its domain, if it is verified. */
  domain: { name: string; verified_at: string; website: string | null } | null;
};
