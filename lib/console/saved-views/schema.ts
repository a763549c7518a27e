import { z } from "zod";
import { flag, name, optionalNotNull, timestamp, uuid } from "@/lib/kernel/fields";
import { VIEW_LIST_NAMES } from "./choices";

const MAX_NAME_LENGTH = 60;
const MAX_PARAMETERS = 30;
const MAX_KEY_LENGTH = 50;
const MAX_VALUE_LENGTH = 500;

// Control characters have no meaning in a filter, and PostgreSQL cannot store all of them.
const parameterText = (max: number) =>
  z
    .string()
    .min(1, "can't be blank")
    .max(max)
    .regex(/^[^\p{Cc}\p{Surrogate}]*$/u, "contains characters that are not allowed");

/**
 * The parameters of the list's page: filters, sort and columns. The page reads them like those of any address and ignores
 * what it does not know, so that a view made before a filter was removed still opens.
 */
const ViewParameters = z
  .record(
    z
      .string()
      .regex(/^[a-z_]+$/, "is not a parameter")
      .max(MAX_KEY_LENGTH),
    parameterText(MAX_VALUE_LENGTH),
  )
  .refine((parameters) => Object.keys(parameters).length <= MAX_PARAMETERS, {
    error: `takes at most ${MAX_PARAMETERS} parameters`,
  })
  .meta({ description: "The parameters of the list: filters, sort and columns." });

export const SavedView = z
  .strictObject({
    id: z.uuid(),
    organization_id: z.uuid(),
    list: z.enum(VIEW_LIST_NAMES),
    name: z.string(),
    is_shared: z.boolean().meta({ description: "Whether all members of the organization see it." }),
    parameters: z.record(z.string(), z.string()),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({ id: "SavedView" });
export type SavedView = z.infer<typeof SavedView>;

export const SavedViewInput = z
  .object({
    organization_id: uuid(),
    list: z.enum(VIEW_LIST_NAMES),
    name: name(MAX_NAME_LENGTH),
    is_shared: optionalNotNull(flag()),
    parameters: ViewParameters,
  })
  .meta({ id: "SavedViewInput" });
export type SavedViewInput = z.infer<typeof SavedViewInput>;

export const SavedViewChange = z
  .object({
    name: optionalNotNull(name(MAX_NAME_LENGTH)),
    is_shared: optionalNotNull(flag()),
    parameters: optionalNotNull(ViewParameters),
  })
  .meta({ id: "SavedViewChange" });
export type SavedViewChange = z.infer<typeof SavedViewChange>;
