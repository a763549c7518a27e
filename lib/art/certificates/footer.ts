import type { ReactElement } from "react";
import { LIGHT } from "@/lib/kernel/palette";
import { buildQrPath, QUIET_ZONE } from "@/lib/kernel/qr-path";
import type { Kit } from "./kit";
import type { Parts, TextSetter } from "./parts";

const QR_SIZE = 78;
const SIGNATURE_WIDTH = 138;

/** Returns a QR code of the address. The white paper around it is its quiet zone, of which one module is drawn. */
function buildQrCode(kit: Kit, address: string): ReactElement {
  const { path, size } = buildQrPath(address);
  const cut = QUIET_ZONE - 1;
  const viewBox = `${cut} ${cut} ${size - 2 * cut} ${size - 2 * cut}`;
  return kit.drawing("qr", { path, viewBox, size: QR_SIZE, color: LIGHT.ink });
}

/** Builds the signatures: the picture of each above a line, with name and title below. */
function buildSignatures({ kit, look, images }: Parts, setText: TextSetter): ReactElement {
  const width = SIGNATURE_WIDTH;
  const signatures = look.design.signatures.map(({ name, title }, index) => {
    const image = images.signatures[index];
    const picture = image ? [kit.image("i", image)] : [];
    return kit.view(
      String(index),
      { width },
      kit.view("p", { height: 40, justifyContent: "flex-end" }, ...picture),
      kit.view("r", { height: 1, backgroundColor: LIGHT.inkSoft, marginTop: 3, marginBottom: 4 }),
      setText("n", { text: name, size: 10, smallest: 8, weight: 600, width, isCentered: false }),
      setText(
        "t",
        { text: title, size: 9, smallest: 7, lines: 2, color: LIGHT.inkSoft, width, isCentered: false },
        1,
      ),
    );
  });
  return kit.view("signatures", { flexDirection: "row", gap: 20, alignItems: "flex-end" }, ...signatures);
}

/** Builds the footer: where to check whether the badge is still valid, and who signed. */
export function buildFooter(parts: Parts, setText: TextSetter): ReactElement {
  const { kit, layout, texts, look } = parts;
  const { shown, address } = texts;
  const { signatures, show_qr: hasQr } = look.design;
  const count = signatures.length;
  const isStacked = layout.isPortrait || layout.band > 0;
  const beside = isStacked || count === 0 ? 0 : count * (SIGNATURE_WIDTH + 20) + 4;
  const width = layout.footerWidth - beside - (hasQr ? QR_SIZE + 18 : 0);
  const line = { smallest: 7, lines: 2, width, isCentered: false };
  const verification = kit.view(
    "verification",
    { flexDirection: "row", alignItems: "flex-end", gap: 18 },
    ...(hasQr ? [buildQrCode(kit, address)] : []),
    kit.view(
      "where",
      { width },
      setText("verify", { text: shown.verify, size: 10, color: LIGHT.inkSoft, ...line }),
      setText("address", { text: shown.address, size: 10, ...line }, 2),
      ...(shown.note === ""
        ? []
        : [setText("note", { text: shown.note, size: 9, color: LIGHT.inkSoft, ...line }, 4)]),
    ),
  );
  if (count === 0) return verification;
  const signed = buildSignatures(parts, setText);
  return isStacked
    ? kit.view("foot", { gap: layout.isPortrait ? 20 : 10 }, signed, verification)
    : kit.view(
        "foot",
        { flexDirection: "row", justifyContent: "space-between", alignItems: "flex-end" },
        verification,
        signed,
      );
}
