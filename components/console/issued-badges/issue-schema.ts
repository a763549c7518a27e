import { z } from "zod";
import { IssueInput, ReplaceInput } from "@/lib/badges/issued/schema";

const chosen = {
  badge_template_id: z.string().min(1, "choose a template"),
  expires_at: z.union([z.literal(false), z.null(), z.string().min(1, "choose a date")]),
};

/** The API's schemas, and what only the forms know: that a template and a chosen date are not left out. */
export const IssueForm = IssueInput.extend(chosen);
export const ReplaceForm = ReplaceInput.extend(chosen);
