import { z } from "zod";
import { notFound, unprocessable } from "@/lib/kernel/errors";
import { line } from "@/lib/kernel/fields";
import { erasePerson } from "@/lib/oversight/erasures/service";
import { command, type Command } from "./command-line";
import { countBadgesForOthers, deleteOrganizations, findDemonstration } from "./demonstration-queries";

type Removal = {
  organizations: string[];
  accounts: number;
  /** Badges that were issued to addresses outside of the demonstration. */
  badges_for_others: number;
  removed: boolean;
};

/**
 * Removes the demonstration: its organizations with all their records, and then its accounts. A removal that was interrupted
 * continues with the next call. Throws 404 without a demonstration, 422 unless `confirm` is the name of its first organization,
 * and 409 while badges connect it with another organization.
 */
async function removeDemonstration(given: {
  confirm?: string | undefined;
  "dry-run": boolean;
}): Promise<Removal> {
  const { organizations, userIds } = await findDemonstration();
  if (organizations.length === 0 && userIds.length === 0) throw notFound("There is no demonstration.");
  const ids = organizations.map(({ id }) => id);
  const found = {
    organizations: organizations.map(({ name }) => name),
    accounts: userIds.length,
    badges_for_others: await countBadgesForOthers(ids),
  };
  if (given["dry-run"]) return { ...found, removed: false };
  const [first] = organizations;
  if (first && given.confirm !== first.name)
    throw unprocessable(
      "not_confirmed",
      `This cannot be undone: give --confirm "${first.name}", after a --dry-run.`,
    );
  if (ids.length > 0) await deleteOrganizations(ids);
  for (const id of userIds) await erasePerson({ userIds: [id], addresses: [] }, "operator");
  return { ...found, removed: true };
}

/** The command that removes the demonstration. */
export const DEMONSTRATION_COMMANDS: Command[] = [
  command({
    name: "demonstration remove",
    usage: "(--dry-run | --confirm NAME)",
    help: `Removes the demonstration that the first start created: its organizations with all their templates, badges, employees
and events, and its accounts. NAME is the present name of its first organization. Badges that somebody issued there to real
people are deleted too; --dry-run counts them, and changes nothing. Their audit entries stay until their time.`,
    given: {
      confirm: line(4_000).min(1, "can't be blank").optional(),
      "dry-run": z.boolean().default(false),
    },
    run: removeDemonstration,
  }),
];
