import { describe, expect, it } from "vitest";
import { HEADINGS, normalizeHeading } from "@/lib/platform/files/headings";
import { guessMapping, splitName } from "@/lib/badges/imports/mapping";
import { parseRow, toImportField, type RowSettings } from "@/lib/badges/imports/parse-row";
import { findDateOrder, parseSpreadsheetDate } from "@/lib/badges/imports/spreadsheet-dates";

describe("columns by their headings", () => {
  it.each([
    [
      ["Email", "First name", "Last name"],
      { recipient_email: 0, issued_to_first_name: 1, issued_to_last_name: 2 },
    ],
    [
      ["Nachname", "Vorname", "E-Mail"],
      { issued_to_last_name: 0, issued_to_first_name: 1, recipient_email: 2 },
    ],
    [
      ["Prénom", "Nom de famille", "Courriel"],
      { issued_to_first_name: 0, issued_to_last_name: 1, recipient_email: 2 },
    ],
    [["recipient_email", "Gültig bis", "Datum"], { recipient_email: 0, expires_at: 1, issued_at: 2 }],
    [["name", "mail", "score"], { issued_to: 0, recipient_email: 1 }],
    [["email", "recipient_email"], { recipient_email: 1 }],
    [["a", "", "b"], {}],
    [
      ["E-mail address", "Given name", "Surname", "Date of issue"],
      { recipient_email: 0, issued_to_first_name: 1, issued_to_last_name: 2, issued_at: 3 },
    ],
    [
      ["EMAIL_ADDRESS:", "Completion date", "Valid until"],
      { recipient_email: 0, issued_at: 1, expires_at: 2 },
    ],
    [
      ["Courriel", "Date d’émission", "Date d'expiration"],
      { recipient_email: 0, issued_at: 1, expires_at: 2 },
    ],
    [
      ["E-Mail-Adresse", "Ausgestellt am", "Ablaufdatum"],
      { recipient_email: 0, issued_at: 1, expires_at: 2 },
    ],
    [
      ["Correo electrónico", "Fecha de emisión", "Fecha de caducidad"],
      { recipient_email: 0, issued_at: 1, expires_at: 2 },
    ],
    [
      ["Endereço de e-mail", "Data de emissão", "Válido até"],
      { recipient_email: 0, issued_at: 1, expires_at: 2 },
    ],
    [
      ["이메일", "성", "이름", "발급일"],
      { recipient_email: 0, issued_to_last_name: 1, issued_to_first_name: 2, issued_at: 3 },
    ],
    [
      ["メールアドレス", "姓", "名", "発行日"],
      { recipient_email: 0, issued_to_last_name: 1, issued_to_first_name: 2, issued_at: 3 },
    ],
    [["邮箱", "姓名", "颁发日期"], { recipient_email: 0, issued_to: 1, issued_at: 2 }],
    [["Nom", "Prénom"], { issued_to_last_name: 0, issued_to_first_name: 1 }],
    [["Name", "Vorname"], { issued_to_last_name: 0, issued_to_first_name: 1 }],
    [["Nombre", "Apellidos"], { issued_to_first_name: 0, issued_to_last_name: 1 }],
    [["Nome", "E-mail"], { issued_to: 0, recipient_email: 1 }],
  ])("%j", (headings, mapping) => {
    expect(guessMapping(headings)).toEqual(mapping);
  });

  it("uses no column twice, and the first of two", () => {
    expect(guessMapping(["date", "issued on", "date"])).toEqual({ issued_at: 1 });
    expect(guessMapping(["mail", "mail"])).toEqual({ recipient_email: 0 });
  });

  it("uses no column with an ambiguous heading", () => {
    const open = [
      "Date of birth",
      "Completed",
      "URL",
      "Link",
      "Recipient",
      "Estado",
      "Data",
      "Apelido",
      "ID",
    ];
    expect(guessMapping(open)).toEqual({});
    expect(guessMapping(["Date", "Datum"])).toEqual({});
    expect(guessMapping(["First name", "Name"])).toEqual({ issued_to_first_name: 0, issued_to: 1 });
  });

  it("recognizes each heading for one field only", () => {
    const known = Object.values(HEADINGS).flatMap((names) => [...new Set(names.map(normalizeHeading))]);
    expect(known.filter((name, index) => known.indexOf(name) !== index)).toEqual([]);
    expect(known).not.toContain("");
  });
});

describe("a full name", () => {
  it.each([
    ["Ada Okafor", "Ada", "Okafor"],
    ["Ada María Okafor", "Ada María", "Okafor"],
    ["Okafor, Ada María", "Ada María", "Okafor"],
    ["Cher", "Cher", ""],
    ["山田 太郎", "太郎", "山田"],
    ["김 민준", "민준", "김"],
  ])("%s", (full, first, last) => {
    expect(splitName(full)).toMatchObject({ first, last });
  });

  it.each([
    ["Jane Doe, PhD", "Jane", "Doe", "Jane Doe, PhD"],
    ["Jane Doe, Ph.D., RN", "Jane", "Doe", "Jane Doe, Ph.D., RN"],
    ["Jane Doe, MD PhD", "Jane", "Doe", "Jane Doe, MD PhD"],
    ["Martin Luther King, Jr.", "Martin Luther", "King", "Martin Luther King, Jr."],
    ["Doe, Jane, RN", "Jane", "Doe", "Jane Doe, RN"],
    ["Doe, RN, Jane", "Jane", "Doe", "Jane Doe, RN"],
    ["Doe Jr., John", "John", "Doe Jr.", undefined],
    ["Okafor, Ada", "Ada", "Okafor", undefined],
    ["García Márquez, Gabriel", "Gabriel", "García Márquez", undefined],
    ["Sammy Davis Jr.", "Sammy", "Davis Jr.", "Sammy Davis Jr."],
    ["Robert Downey Jr. PhD", "Robert", "Downey Jr. PhD", "Robert Downey Jr. PhD"],
    ["Jack Ma", "Jack", "Ma", "Jack Ma"],
    ["Ma, Jack", "Jack", "Ma", undefined],
    ["Li, Do", "Do", "Li", undefined],
    ["LI, DO", "DO", "LI", undefined],
    ["Jane Li, DO", "Jane", "Li", "Jane Li, DO"],
    ["Doe,", "Doe", "", "Doe,"],
    ["Ann Lee, DNP, APRN, FNP-C", "Ann", "Lee", "Ann Lee, DNP, APRN, FNP-C"],
    ["Ann Lee, RN, CCDS", "Ann", "Lee", "Ann Lee, RN, CCDS"],
    ["Ann Lee, Ph. D.", "Ann", "Lee", "Ann Lee, Ph. D."],
    ["Ann Lee, BSc (Hons)", "Ann", "Lee", "Ann Lee, BSc (Hons)"],
    ["Lee, Ann RN", "Ann", "Lee", "Ann Lee, RN"],
    ["Lee, Ann M.", "Ann M.", "Lee", undefined],
    ["Lee, Ann M., RN", "Ann M.", "Lee", "Ann M. Lee, RN"],
    ["Kim, Na Ra", "Na Ra", "Kim", undefined],
    ["Kim, Ra", "Ra", "Kim", undefined],
    ["KIM, NA RA", "NA RA", "KIM", undefined],
    ["OKAFOR, ADA", "ADA", "OKAFOR", undefined],
    ["García López, ANA", "ANA", "García López", undefined],
  ])("splits %s, where a suffix is no first name", (name, first, last, full) => {
    expect(splitName(name)).toEqual({ first, last, full });
  });
});

describe("a date of a spreadsheet", () => {
  it.each([
    ["2026-04-03", "month_first", "2026-04-03", false],
    ["2026-04-03T10:00:00Z", "day_first", "2026-04-03T10:00:00Z", false],
    ["3.4.2026", "month_first", "2026-04-03", false],
    ["03/04/2026", "day_first", "2026-04-03", true],
    ["03/04/2026", "month_first", "2026-03-04", true],
    ["4-4-2026", "day_first", "2026-04-04", false],
    ["25/12/2026", "month_first", "2026-12-25", false],
    ["12/25/2026", "day_first", "2026-12-25", false],
    ["25/12/2026 9:41", "day_first", "2026-12-25T09:41", false],
  ] as const)("%s, %s", (text, order, iso, isAmbiguous) => {
    expect(parseSpreadsheetDate(text, order)).toMatchObject({ text: iso, isAmbiguous });
  });

  it.each([
    ["04/19/23", "2023-04-19"],
    ["19.4.73", "1973-04-19"],
    ["2026/11/5", "2026-11-05"],
    ["2026-4-9", "2026-04-09"],
    ["2026. 4. 19.", "2026-04-19"],
    ["2026.4.19", "2026-04-19"],
    ["2026年4月19日", "2026-04-19"],
    ["2026년 4월 19일", "2026-04-19"],
    ["20260419", "2026-04-19"],
    ["19-Apr-2026", "2026-04-19"],
    ["19 Apr 26", "2026-04-19"],
    ["April 19, 2026", "2026-04-19"],
    ["Sept. 19th 2026", "2026-09-19"],
    ["19. März 2026", "2026-03-19"],
    ["1er févr. 2026", "2026-02-01"],
    ["19 de abril de 2026", "2026-04-19"],
    ["4/19/2026 3:45:12 PM", "2026-04-19T15:45:12"],
    ["4/19/2026 15:45", "2026-04-19T15:45"],
    ["4/19/23, 12:05 AM", null],
    ["4/19/2026 12:05\u202fa.m.", "2026-04-19T00:05"],
    ["2026/11/5 9:41:00", "2026-11-05T09:41:00"],
    ["19-Apr-2026 09:41", "2026-04-19T09:41"],
    ["2026-4-9 3:05 PM", "2026-04-09T15:05"],
    ["Sunday, April 19, 2026", "2026-04-19"],
    ["Sun, 19 Apr 2026 9:41", "2026-04-19T09:41"],
    ["Sonntag, 19. April 2026", "2026-04-19"],
    ["dimanche 19 avril 2026", "2026-04-19"],
    ["domingo, 19 de abril de 2026", "2026-04-19"],
    ["2026년 4월 19일 일요일", "2026-04-19"],
    ["2026年4月19日星期日", "2026-04-19"],
    ["2026年4月19日日曜日 午後3:45", "2026-04-19T15:45"],
    ["Sun 05/04/2026", "2026-04-05"],
    ["Sun 04/05/2026", "2026-04-05"],
    ["2026-04-19 오후 3:45:00", "2026-04-19T15:45:00"],
    ["2026. 4. 19. 오후 3:45", "2026-04-19T15:45"],
    ["2026. 4. 19. 오전 12:05", "2026-04-19T00:05"],
    ["2026/4/19 上午9:41", "2026-04-19T09:41"],
    ["2026年4月19日下午3:45", "2026-04-19T15:45"],
    ["2026/4/19 午後0:30", "2026-04-19T12:30"],
    ["46131.5", "2026-04-19T12:00:00"],
    ["46131.65625", "2026-04-19T15:45:00"],
    ["46131.0", "2026-04-19"],
  ])("%s is read as %s", (text, iso) => {
    expect(parseSpreadsheetDate(text, "day_first")?.text ?? null).toBe(iso);
  });

  it("is read from the number of a day, and shown", () => {
    expect(parseSpreadsheetDate("46131", "day_first")).toMatchObject({
      text: "2026-04-19",
      isAmbiguous: true,
    });
  });

  it.each([
    "30.02.2026",
    "13/13/2026",
    "soon",
    "123456",
    "1.2/2026",
    "2026/13/1",
    "20261301",
    "19-Foo-2026",
    "4/19/2026 15:45 PM",
    "31-Apr-2026",
    "4500",
    "Monday, April 19, 2026",
    "Someday, April 19, 2026",
    "2026-04-19 오후 15:45",
  ])("is not read from %s", (text) => {
    expect(parseSpreadsheetDate(text, "day_first")).toBeNull();
  });

  it("has the order that most other dates show", () => {
    const order = (...texts: string[]) => findDateOrder(texts);
    expect(order("", "03/04/2026", "4/25/26")).toEqual({ order: "month_first", isMixed: false });
    expect(order("4/26/2026", "25/4/2026", "25/4/2026")).toEqual({ order: "day_first", isMixed: true });
    expect(order("25/4/2026", "4/26/2026")).toEqual({ order: "day_first", isMixed: true });
    expect(order("03/04/2026", "13.4.2026", "2026-04-01", "x")).toEqual({ order: null, isMixed: false });
  });
});

const settings: RowSettings = {
  badgeTemplateId: "T",
  mapping: {
    recipient_email: 0,
    issued_to: 1,
    expires_at: 2,
    locale: 3,
    evidence_url: 4,
    evidence_name: 5,
    issuer_earner_group_name: 6,
    suppress_badge_notification_email: 7,
  },
  duplicateBehavior: "replace",
  issuedAt: "2026-04-01",
  suppressBadgeNotificationEmail: true,
  dateOrder: "day_first",
  isDateOrderChosen: false,
  isTemplateFromColumn: false,
  isIssuedAtChosen: false,
};

describe("a row as the body of a request", () => {
  it("has the values of all its cells", () => {
    const cells = [
      "Ada@Example.org",
      "Ada Okafor",
      "never",
      "PT_br",
      "https://a.example/1 | https://b.example",
      "",
      "Crew",
      "No",
    ];
    const { body, notes, name, email } = parseRow(cells, settings);
    expect([notes, name, email]).toEqual([[], "Ada Okafor", "ada@example.org"]);
    expect(body).toMatchObject({
      badge_template_id: "T",
      duplicate_behavior: "replace",
      recipient_email: "Ada@Example.org",
      issued_to: "Ada Okafor",
      issued_to_first_name: "Ada",
      issued_to_last_name: "Okafor",
      issued_at: "2026-04-01",
      expires_at: false,
      locale: "pt-BR",
      suppress_badge_notification_email: false,
      evidence: [
        { type: "UrlEvidence", value: "https://a.example/1", name: "a.example" },
        { type: "UrlEvidence", value: "https://b.example", name: "b.example" },
      ],
      issuer_earner_group: { external_id: "Crew", name: "Crew" },
    });
  });

  it("leaves out empty cells", () => {
    const { body } = parseRow(["ada@example.org", " "], settings);
    expect(Object.entries(body).filter(([, value]) => value !== undefined)).toEqual([
      ["badge_template_id", "T"],
      ["duplicate_behavior", "replace"],
      ["recipient_email", "ada@example.org"],
      ["issued_at", "2026-04-01"],
      ["suppress_badge_notification_email", true],
    ]);
  });

  it("notes an ambiguous date, unless the order was chosen", () => {
    const cells = ["", "", "03/04/2027"];
    expect(parseRow(cells, settings).notes).toMatchObject([{ field: "expires_at", code: "ambiguous_date" }]);
    expect(parseRow(cells, { ...settings, isDateOrderChosen: true }).notes).toEqual([]);
  });

  it.each(["19/04/2569", "2569-04-19"])(
    "notes the year of %s, which is more than 100 years ahead",
    (text) => {
      expect(parseRow(["", "", text], settings).notes).toEqual([
        {
          field: "expires_at",
          code: "distant_year",
          message: `“${text}” is in the year 2569. Check the year.`,
        },
      ]);
    },
  );

  it("does not note 9999, which stands for never", () => {
    expect(parseRow(["", "", "9999-12-31"], settings).notes).toEqual([]);
  });

  it("has its errors under the fields of the mapping", () => {
    const fields = ["evidence.0.value", "evidence.1.name", "issuer_earner_group.name", "issued_at"];
    expect(fields.map(toImportField)).toEqual([
      "evidence_url",
      "evidence_name",
      "issuer_earner_group_name",
      "issued_at",
    ]);
  });
});
