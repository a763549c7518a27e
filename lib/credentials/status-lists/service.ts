import { randomInt } from "node:crypto";
import { notFound } from "@/lib/kernel/errors";
import type { IdBatch } from "@/lib/kernel/list/id-batch";
import {
  findPlace,
  findRevokedIndexes,
  findStatusList,
  findStatusLists,
  findSubjectId,
  insertNextList,
  reservePlace,
  type ListIssuer,
  type ListedStatusList,
  type StatusPlace,
  type StatusSubject,
} from "./queries";
import { LIST_LENGTH } from "./schema";
import type { StatusListRow } from "./serializer";

export type { StatusSubject };

/**
 * How many random places are tried. All are taken when the list is about three quarters full: then the next list begins.
 */
const TRIES = 16;
/** Each attempt fails only because another process did the same at that moment. */
const ATTEMPTS = 50;

const drawIndexes = (): number[] => Array.from({ length: TRIES }, () => randomInt(LIST_LENGTH));

/**
 * Returns the place of a badge or an endorsement in a status list of this issuer, and reserves a random one when it has none.
 * Neighbours in a list have nothing in common, so an index tells nothing about the badge.
 */
export async function ensureStatusPlace(issuer: ListIssuer, subject: StatusSubject): Promise<StatusPlace> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const place =
      (await findPlace(issuer, subject.id)) ?? (await reservePlace(issuer, subject, drawIndexes()));
    if (place) return place;
    if (!(await findPlace(issuer, subject.id))) await insertNextList(issuer);
  }
  throw new Error("No place in a status list could be reserved.");
}

/** Returns a status list of an organization by its number; throws 404 when there is none. */
export async function getStatusList(organizationId: string, number: number): Promise<StatusListRow> {
  const found = await findStatusList(organizationId, number);
  if (!found) throw notFound();
  return found;
}

/** Whether an organization has a list with this number that is signed as this DID of its own domain. */
export const isListOfOwnDid = async (
  organizationId: string,
  number: number,
  ownDid: string,
): Promise<boolean> => (await findStatusList(organizationId, number))?.issuerDid === ownDid;

/** Returns the id of the badge or endorsement that has a place in a list of an organization; null when it is free. */
export const findPlacedId = (organizationId: string, place: StatusPlace): Promise<string | null> =>
  findSubjectId(organizationId, place);

/** Returns the places of the revoked credentials of a list. */
export const getRevokedIndexes = ({ id }: StatusListRow): Promise<number[]> => findRevokedIndexes(id);

/** Lists the status lists of all organizations, also of deleted ones, in the order of ids. */
export const listStatusLists = (batch: IdBatch): Promise<ListedStatusList[]> => findStatusLists(batch);
