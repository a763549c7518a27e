import { z } from "zod";
import { IssueInput, ReplaceInput } from "@/lib/badges/issued/schema";

const requiredChoices = {
  badge_template_id: z.string().min(1, "choose a template"),
  expires_at: z.union([z.literal(false), z.null(), z.string().min(1, "choose a date")]),
};

/** The API's schemas, plus two checks of the forms: a template and, if selected, an expiry date are required. */
export const IssueForm = IssueInput.extend(requiredChoices);
export const ReplaceForm = ReplaceInput.extend(requiredChoices);
