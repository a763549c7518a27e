/** A picture as it looks on paper, which is white in dark mode too. */
export const PaperPicture = ({ src }: { src: string | null }) => (
  <span className="flex h-14 w-36 items-center justify-center rounded-lg border border-line bg-white p-1">
    {src ? (
      // oxlint-disable-next-line next/no-img-element -- next/image would fetch our own images from ourselves
      <img src={src} alt="" className="max-h-full max-w-full" />
    ) : (
      <span className="text-2xs text-neutral-600">No image</span>
    )}
  </span>
);
