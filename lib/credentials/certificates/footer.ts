import type { ReactElement } from "react";
import { LIGHT } from "@/lib/kernel/palette";
import { buildQrPath, QUIET_ZONE } from "@/lib/kernel/qr-path";
import type { Kit } from "./kit";
import { SEAL_SIZE } from "./layout";
import { setStack, type Block, type Parts, type TextItem } from "./parts";

const QR_SIZE = 78;
const QR_GAP = 18;
const SIGNATURE_WIDTH = 138;
const SIGNATURE_GAP = 20;
const SIGNATURE_IMAGE_HEIGHT = 40;
const SIGNATURE_LINE = { height: 1, marginTop: 3, marginBottom: 4 };
const SEAL_GAP = 18;

/** Returns a QR code of the address. The white paper around it is its quiet zone, of which one module is drawn. */
function buildQrCode(kit: Kit, address: string): ReactElement {
  const { path, size } = buildQrPath(address);
  const cut = QUIET_ZONE - 1;
  const viewBox = `${cut} ${cut} ${size - 2 * cut} ${size - 2 * cut}`;
  return kit.drawing("qr", { path, viewBox, size: QR_SIZE, color: LIGHT.ink });
}

/** Builds the signatures: the picture of each above a line, with name and title below. */
function buildSignatures(parts: Parts): Block {
  const { kit, look, images } = parts;
  const width = SIGNATURE_WIDTH;
  const line = SIGNATURE_LINE;
  const signatures = look.design.signatures.map(({ name, title }, index): Block => {
    const image = images.signatures[index];
    const picture = image ? [kit.image("i", image)] : [];
    const shared = { width, isCentered: false };
    const { elements, height } = setStack(parts, [
      { key: "n", text: name, size: 10, smallest: 8, lines: 2, weight: 600, ...shared },
      { key: "t", text: title, size: 9, smallest: 7, lines: 2, color: LIGHT.inkSoft, top: 1, ...shared },
    ]);
    return {
      element: kit.view(
        String(index),
        { width },
        kit.view("p", { height: SIGNATURE_IMAGE_HEIGHT, justifyContent: "flex-end" }, ...picture),
        kit.view("r", { ...line, backgroundColor: LIGHT.inkSoft }),
        ...elements,
      ),
      height: SIGNATURE_IMAGE_HEIGHT + line.height + line.marginTop + line.marginBottom + height,
    };
  });
  return {
    element: kit.view(
      "signatures",
      { flexDirection: "row", gap: SIGNATURE_GAP, alignItems: "flex-start" },
      ...signatures.map(({ element }) => element),
    ),
    height: Math.max(...signatures.map(({ height }) => height)),
  };
}

/** Builds where to check whether the badge is still valid. The address may take more lines than other texts. */
function buildVerification(parts: Parts, room: number): Block {
  const { kit, texts, look } = parts;
  const { shown, address } = texts;
  const { show_qr: hasQr } = look.design;
  const width = room - (hasQr ? QR_SIZE + QR_GAP : 0);
  const line = { smallest: 7, lines: 2, width, isCentered: false };
  const items: TextItem[] = [
    { key: "verify", text: shown.verify, size: 10, color: LIGHT.inkSoft, ...line },
    { key: "address", text: shown.address, size: 10, top: 2, ...line, lines: 4 },
    { key: "id", text: shown.badge_id, size: 9, color: LIGHT.inkSoft, top: 3, ...line },
    { key: "note", text: shown.note, size: 9, color: LIGHT.inkSoft, top: 3, ...line },
  ];
  const { elements, height } = setStack(parts, items);
  return {
    element: kit.view(
      "verification",
      { flexDirection: "row", alignItems: "flex-end", gap: QR_GAP },
      ...(hasQr ? [buildQrCode(kit, address)] : []),
      kit.view("where", { width }, ...elements),
    ),
    height: Math.max(hasQr ? QR_SIZE : 0, height),
  };
}

/** Puts parts beside each other, at both ends of the footer and between them. */
const buildRow = (kit: Kit, key: string, blocks: Block[]): Block => ({
  element: kit.view(
    key,
    { flexDirection: "row", justifyContent: "space-between", alignItems: "flex-end" },
    ...blocks.map(({ element }) => element),
  ),
  height: Math.max(...blocks.map(({ height }) => height)),
});

/**
 * Builds the footer: where to check whether the badge is still valid, the seal, and who signed. Where there is not
 * enough room for all of them beside each other, the signatures are above the rest.
 */
export function buildFooter(parts: Parts): Block {
  const { kit, layout, look, images } = parts;
  const count = look.design.signatures.length;
  const seals: Block[] = images.seal ? [{ element: kit.image("seal", images.seal), height: SEAL_SIZE }] : [];
  const sealWidth = images.seal ? SEAL_SIZE + SEAL_GAP : 0;
  if (count === 0) {
    const verification = buildVerification(parts, layout.footerWidth - sealWidth);
    return seals.length > 0 ? buildRow(kit, "foot", [verification, ...seals]) : verification;
  }
  const signatures = buildSignatures(parts);
  if (!layout.isPortrait && layout.band === 0) {
    const width = layout.footerWidth - count * (SIGNATURE_WIDTH + SIGNATURE_GAP) - sealWidth - 4;
    return buildRow(kit, "foot", [buildVerification(parts, width), ...seals, signatures]);
  }
  const signed = buildRow(kit, "signed", [signatures, ...seals]);
  const verification = buildVerification(parts, layout.footerWidth);
  const gap = layout.isPortrait ? 20 : 10;
  return {
    element: kit.view("foot", { gap }, signed.element, verification.element),
    height: signed.height + gap + verification.height,
  };
}
