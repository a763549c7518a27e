"use client";

import { Download } from "lucide-react";
import { buttonClass } from "@/components/ui/button";
import { Menu, MenuLink } from "@/components/ui/overlay/menu";

type CsvExportProps = {
  label: string;
  /** The address of the export with all fields of the API. */
  allFields: string;
  /** The address of the export with the columns that are shown; null if no column can be exported. */
  shownColumns: string | null;
};

const CLASS = buttonClass({ variant: "quiet", size: "small" });

/** Downloads a list as a table: with the columns that are shown, or with all fields. */
export function CsvExport({ label, allFields, shownColumns }: CsvExportProps) {
  const content = (
    <>
      <Download className="size-4" aria-hidden="true" />
      {label}
    </>
  );
  if (shownColumns === null)
    return (
      <a href={allFields} download className={CLASS}>
        {content}
      </a>
    );
  return (
    <Menu align="end" triggerClass={CLASS} trigger={content}>
      <MenuLink href={shownColumns} isDownload>
        Columns shown here
      </MenuLink>
      <MenuLink href={allFields} isDownload>
        All fields
      </MenuLink>
    </Menu>
  );
}
