import { createHash } from "node:crypto";
import type { TestOrganization } from "../builders";
import { sql } from "../platform/database";
import type { TestEarner } from "../accounts/earners";

type Values = Record<string, unknown>;

/** Inserts a row as it is given. */
export async function insert(table: string, row: Values): Promise<void> {
  const names = Object.keys(row);
  const places = names.map((_name, index) => `$${index + 1}`).join();
  await sql(`INSERT INTO ${table} (${names.join()}) VALUES (${places})`, Object.values(row));
}

/** What a person is called in a test: texts that stand nowhere else. */
export type Marks = { first: string; last: string; address: string };

/** The last letter is not ASCII, so that columns of folded texts are filled too. */
export const createMarks = (serial: string): Marks => ({
  first: `Zebulon${serial}`,
  last: `Quorrax${serial}é`,
  address: `zebulon.${serial.toLowerCase()}@example.org`,
});

export const now = () => new Date();
export const full = ({ first, last }: Marks): string => `${first} ${last}`;
export const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

export type World = {
  earner: TestEarner;
  issuer: TestOrganization;
  employer: TestOrganization;
  marks: Marks;
};
