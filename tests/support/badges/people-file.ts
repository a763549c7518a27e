/** A table of people with planted errors, for tests that issue thousands of badges. */

const HEADINGS = "Email;First name;Last name;Issued on;Expires on;Notes";

/** The errors of a planted table: the faulty row, and how many rows have it. */
const FAULTS: [row: (place: number) => string, count: number][] = [
  [(place) => `person-${place}.example.org;Ada;Okafor;2026-04-01;;`, 8],
  [() => ";Ada;Okafor;2026-04-01;;", 6],
  [(place) => `person-${place}@example.org;Ada;;2026-04-01;;`, 5],
  [(place) => `person-${place}@example.org;Ada;Okafor;31.02.2026;;`, 5],
  [(place) => `person-${place}@example.org;Ada;Okafor;2026-04-01;2025-04-01;`, 4],
  [() => "PERSON-1@example.org;Ada;Okafor;2026-04-01;;", 4],
  [() => "holder@example.org;Ada;Okafor;2026-04-01;;", 3],
  [(place) => `person-${place}@example.org;Ada;Okafor;2026-04-01;;;;surplus`, 2],
];

/** The address of a person who already holds the badge before the file is imported. The caller issues it. */
export const HOLDER_EMAIL = "holder@example.org";

export const PLANTED_ERRORS = FAULTS.reduce((sum, [, count]) => sum + count, 0);

/**
 * Builds a table of `rows` rows as a German spreadsheet writes it (semicolons, CRLF, byte order mark). 37 of them
 * cannot be issued; `faults` are the numbers of these rows, spread over the whole file.
 */
export function buildPeopleFile(rows: number): { text: string; faults: number[] } {
  const plantedRows = FAULTS.flatMap(([row, count]) => Array.from({ length: count }, () => row));
  const distance = Math.floor(rows / (PLANTED_ERRORS + 1));
  const faults = plantedRows.map((_, index) => (index + 1) * distance);
  const faultAt = new Map(faults.map((number, index) => [number, plantedRows[index]]));
  const lines = Array.from({ length: rows }, (_, index) => {
    const number = index + 1;
    return (
      faultAt.get(number)?.(number) ?? `person-${number}@example.org;Zoë;Öztürk;01.04.2026;;row ${number}`
    );
  });
  return { text: `\ufeff${[HEADINGS, ...lines].join("\r\n")}\r\n`, faults };
}
