import { z } from "zod";
import { emailAddress, line, name, nullable, timestamp } from "@/lib/kernel/fields";
import { newPassword } from "@/lib/identity/users/schema";
import { MEMBER_ROLES } from "@/lib/access/callers/choices";

export type MemberRoleName = (typeof MEMBER_ROLES)[number];

const role = () => z.enum(MEMBER_ROLES);

/** A person as a member of an organization. The id is that of the person. */
export const Member = z
  .strictObject({
    id: z.uuid(),
    first_name: z.string(),
    last_name: z.string(),
    email: nullable(),
    photo_url: nullable(),
    role: role(),
    created_at: timestamp().meta({ description: "When the person became a member." }),
    learning_member_id: z.int().meta({
      description: "The person's number in the learning edition (`creator_id`).",
    }),
    authorization_tokens_count: z.int().meta({
      description:
        "Unexpired authorization tokens that the person created. They stay when the membership ends.",
    }),
    second_factor: z.boolean().meta({
      description: "Whether the account has a passkey or an authenticator app.",
    }),
  })
  .meta({ id: "Member" });
export type Member = z.infer<typeof Member>;

export const MemberInput = z.object({ role: role() }).meta({ id: "MemberInput" });
export type MemberInput = z.infer<typeof MemberInput>;

/** An organization that the signed-in person is a member of. */
export const OwnMembership = z
  .strictObject({
    organization: z.strictObject({
      id: z.uuid(),
      name: z.string(),
      vanity_slug: z.string(),
      photo_url: nullable(),
    }),
    role: role(),
    created_at: timestamp(),
  })
  .meta({ id: "OwnMembership" });
export type OwnMembership = z.infer<typeof OwnMembership>;

/** Only `pending` invitations can be accepted. */
export const INVITATION_STATES = ["pending", "expired", "accepted", "withdrawn"] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

export const MemberInvitation = z
  .strictObject({
    id: z.uuid(),
    email: z.string(),
    role: role(),
    state: z.enum(INVITATION_STATES),
    invited_by: z.strictObject({ type: z.string(), id: z.string(), name: z.string() }),
    created_at: timestamp(),
    sent_at: timestamp().meta({
      description: "When the newest e-mail was requested. Only the link of that e-mail is valid.",
    }),
    expires_at: timestamp(),
    accepted_at: timestamp().nullable(),
    member_id: z.uuid().nullable().meta({ description: "The member who accepted it." }),
    withdrawn_at: timestamp().nullable(),
  })
  .meta({ id: "MemberInvitation" });
export type MemberInvitation = z.infer<typeof MemberInvitation>;

export const MemberInvitationInput = z
  .object({ email: emailAddress(), role: role() })
  .meta({ id: "MemberInvitationInput" });
export type MemberInvitationInput = z.infer<typeof MemberInvitationInput>;

/** What a person without a password sends with the acceptance, so that they can sign in later. */
export const NewMemberInput = z.object({
  first_name: name(),
  last_name: line().default(""),
  password: newPassword(),
});
export type NewMemberInput = z.infer<typeof NewMemberInput>;
