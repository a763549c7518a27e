"use client";

import { ScanLine } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

// The Barcode Detection API has no types yet, and only some browsers have it.
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type DetectorClass = new (options: { formats: string[] }) => Detector;

const findDetector = (): DetectorClass | null =>
  (window as { BarcodeDetector?: DetectorClass }).BarcodeDetector ?? null;

const subscribeToNothing = () => () => undefined;
const canScan = (): boolean => findDetector() !== null && "mediaDevices" in navigator;

const PAUSE_MS = 200;

/** The texts in the reader's language: public pages send no others to the browser. */
type ScanTexts = Record<"action" | "hint" | "stop" | "no_camera", string>;

/** Reads QR codes from the video until one is the address of a web page. */
async function readAddress(
  detector: Detector,
  video: HTMLVideoElement,
  signal: AbortSignal,
): Promise<string | null> {
  while (!signal.aborted) {
    const codes = await detector.detect(video).catch(() => []);
    const address = codes.map(({ rawValue }) => rawValue.trim()).find((text) => /^https?:\/\//i.test(text));
    if (address) return address;
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
  return null;
}

async function scan(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  const Detector = findDetector();
  if (!Detector) return;
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  try {
    if (signal.aborted) return;
    video.srcObject = stream;
    await video.play();
    const address = await readAddress(new Detector({ formats: ["qr_code"] }), video, signal);
    if (address) window.location.assign(`/verify?${new URLSearchParams({ url: address })}`);
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

type ScannerProps = { texts: ScanTexts; onStop: () => void; onFailure: () => void };

function Scanner({ texts, onStop, onFailure }: ScannerProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const end = new AbortController();
    if (video.current)
      scan(video.current, end.signal).catch(() => {
        if (!end.signal.aborted) onFailure();
      });
    return () => end.abort();
  }, [onFailure]);
  return (
    <div className="flex w-full flex-col items-start gap-3">
      <p className="text-sm text-ink-soft">{texts.hint}</p>
      <video
        ref={video}
        muted
        playsInline
        className="aspect-square w-full max-w-sm rounded-lg bg-sunken object-cover"
      />
      <Button variant="secondary" onClick={onStop}>
        {texts.stop}
      </Button>
    </div>
  );
}

/** Verifies the badge of a QR code that the camera sees. Shows nothing in browsers that cannot read QR codes. */
export function ScanButton({ texts }: { texts: ScanTexts }) {
  const isPossible = useSyncExternalStore(subscribeToNothing, canScan, () => false);
  const [state, setState] = useState<"idle" | "scanning" | "failed">("idle");
  const [stop] = useState(() => () => setState("idle"));
  const [fail] = useState(() => () => setState("failed"));
  if (!isPossible) return null;
  if (state === "scanning") return <Scanner texts={texts} onStop={stop} onFailure={fail} />;
  return (
    <div className="flex flex-col items-start gap-3">
      {state === "failed" ? (
        <Notice tone="caution" announce>
          {texts.no_camera}
        </Notice>
      ) : null}
      <Button variant="secondary" onClick={() => setState("scanning")}>
        <ScanLine className="size-4" aria-hidden="true" />
        {texts.action}
      </Button>
    </div>
  );
}
