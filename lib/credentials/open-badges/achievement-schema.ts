import { z } from "zod";
import { ResultDescription } from "./results";
import { ACHIEVEMENT_TYPES, ALIGNMENT_TYPES } from "@/lib/badges/templates/choices";

/** What a badge is for, in Open Badges 3.0, and the parts that it shares with version 2.0. */

export const address = () => z.url({ protocol: /^https?$/ });

export const Criteria = z.strictObject({ id: z.string().optional(), narrative: z.string().optional() });

export const alignment = {
  targetName: z.string(),
  targetUrl: z.string(),
  targetDescription: z.string().optional(),
  targetFramework: z.string().optional(),
  targetCode: z.string().optional(),
};

export const Image3 = z.strictObject({
  id: address(),
  type: z.literal("Image"),
  caption: z.string().optional(),
});

const did = () => z.string().startsWith("did:web:");

export const profile = {
  id: address(),
  type: z.tuple([z.literal("Profile")]),
  name: z.string(),
  url: z.string(),
  description: z.string().optional(),
  email: z.string().optional(),
  image: Image3.optional(),
};

const IdentifierEntry = z.strictObject({
  type: z.literal("IdentifierEntry"),
  identifier: z.string(),
  identifierType: z.literal("identifier"),
});

/** The profile of an organization that issues by its DID. `otherIdentifier`: what else identifies it, as of the signing. */
export const DidProfile = z.strictObject({
  ...profile,
  id: did(),
  otherIdentifier: z.array(IdentifierEntry).optional(),
});

export const Achievement = z.strictObject({
  id: address(),
  type: z.tuple([z.literal("Achievement")]),
  creator: DidProfile,
  achievementType: z.enum(ACHIEVEMENT_TYPES),
  name: z.string(),
  description: z.string(),
  criteria: Criteria,
  image: Image3,
  tag: z.array(z.string()).optional(),
  alignment: z
    .array(
      z.strictObject({
        type: z.tuple([z.literal("Alignment")]),
        ...alignment,
        targetType: z.enum(ALIGNMENT_TYPES).optional(),
      }),
    )
    .optional(),
  resultDescription: z.array(ResultDescription).optional(),
});
