/** Choices for forms, as plain data: the encodings of tables, by their names of the web (WHATWG), with their names on screens. */
export const ENCODING_LABELS = {
  "windows-1252": "Western European (Windows-1252)",
  "windows-1250": "Central European (Windows-1250)",
  "windows-1251": "Cyrillic (Windows-1251)",
  "windows-1253": "Greek (Windows-1253)",
  "windows-1254": "Turkish (Windows-1254)",
  macintosh: "Western European, older Macs (Mac Roman)",
  shift_jis: "Japanese (Shift JIS)",
  "euc-jp": "Japanese (EUC-JP)",
  gb18030: "Simplified Chinese (GBK)",
  big5: "Traditional Chinese (Big5)",
  "euc-kr": "Korean (EUC-KR)",
} as const;

export type Encoding = keyof typeof ENCODING_LABELS;
export const ENCODINGS = Object.keys(ENCODING_LABELS) as Encoding[];

/** Maximum size of an uploaded table. */
export const MAX_TABLE_BYTES = 10 * 1024 * 1024;
