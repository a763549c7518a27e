import { Prisma } from "@/prisma/generated/client";

/**
 * The SQL of the address that stands for an erased person in an organization, whose id is in the given column (decision
 * 0126). Without the key, which ends with the erasure, nobody can tell that two of different organizations are of one person.
 */
export const pseudonymSql = (key: string, column = "organization_id"): Prisma.Sql =>
  Prisma.sql`'erased-' || left(encode(sha256(convert_to(${key} || ${Prisma.raw(column)}, 'UTF8')), 'hex'), 16)
    || '@erased.invalid'`;
