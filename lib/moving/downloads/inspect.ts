import type { z } from "zod";
import { MoveError } from "@/lib/moving/imports/schema";
import { createSourceClient, limitPages, type Source, type SourceClient, type SourceTools } from "./client";
import { WireItem, WireList, WireOrganization } from "./schema";
import { findOrganization } from "./service";
import { describeUnstorable } from "./storable";

/** A list of the other service. `count` is null if the token cannot read it, or the service does not say how many. */
type InspectedList = { name: string; is_readable: boolean; count: number | null };

/** What a token can read at another service. */
export type Inspection = { id: string; name: string; lists: InspectedList[] };

const LISTS = ["badge_templates", "badges", "employees", "recommendations"];
const MAX_NAME = 200;

/** Returns how many items a list has: what it says, or those of its only page. */
function countItems({ data, metadata }: z.output<typeof WireList>): number | null {
  const isWhole = !metadata?.next_page_url && (metadata?.total_pages ?? 1) <= 1;
  return metadata?.total_count ?? (isWhole ? data.length : null);
}

async function inspectList(client: SourceClient, path: string, name: string): Promise<InspectedList> {
  const { status, body } = await client.get(`${path}/${name}`);
  const list = status === 200 ? WireList.safeParse(body) : null;
  if (!list?.success) return { name, is_readable: false, count: null };
  return { name, is_readable: true, count: countItems(list.data) };
}

/** Reads the name of an organization at another service, and how much its lists have. Throws `MoveError`. */
export async function inspectOrganization(
  given: { source: Source; sourceOrganization: string | null },
  tools: SourceTools,
  maxPageItems: number,
): Promise<Inspection> {
  const client = limitPages(createSourceClient(given.source, tools), maxPageItems);
  const { id, path } = await findOrganization(client, given);
  const item = WireItem.safeParse((await client.get(path)).body);
  const found = item.success && describeUnstorable(item.data.data) === null ? item.data.data : null;
  const organization = WireOrganization.safeParse(found);
  if (!organization.success) throw new MoveError(`${path} of the other service is not an organization.`);
  const lists: InspectedList[] = [];
  for (const name of LISTS) lists.push(await inspectList(client, path, name));
  return { id, name: organization.data.name.slice(0, MAX_NAME), lists };
}
