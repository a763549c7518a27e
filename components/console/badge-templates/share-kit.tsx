import { ExternalLink } from "lucide-react";
import { buildMailtoUrl, buildPostAddress, type PostNetwork } from "@/components/public/badge/share-address";
import { BadgeArt } from "@/components/public/badge/badge-art";
import { buttonClass } from "@/components/ui/button";
import { CodeBox } from "@/components/ui/code-box";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/list/empty-state";
import { escapeHtml } from "@/lib/kernel/escape-html";
import { Section } from "@/components/ui/facts";
import { QrCode } from "@/components/ui/qr-code";
import type { BadgeTemplate } from "@/lib/badges/templates/schema";
import { publicPageUrl } from "./public-page";

const NETWORKS: { network: PostNetwork; label: string }[] = [
  { network: "linkedin_post", label: "LinkedIn" },
  { network: "x", label: "X" },
  { network: "whatsapp", label: "WhatsApp" },
];

const BUTTON = buttonClass({ variant: "secondary", size: "small" });

const buildHtml = (url: string, { name, image_url: image }: BadgeTemplate): string =>
  `<a href="${escapeHtml(url)}"><img src="${escapeHtml(image)}" alt="${escapeHtml(name)}" width="200" height="200"></a>`;

/** The forms of networks and mail, with the announcement in them. */
const Announcement = ({ text, name, url }: { text: string; name: string; url: string }) => (
  <Section title="Announce it">
    <CodeBox label="Text" text={`${text} ${url}`} />
    <div className="flex flex-wrap gap-2">
      {NETWORKS.map(({ network, label }) => (
        <a
          key={network}
          href={buildPostAddress(network, url, text)}
          target="_blank"
          rel="noopener noreferrer"
          className={BUTTON}
        >
          {label}
        </a>
      ))}
      <a href={buildMailtoUrl(name, `${text}\n${url}`)} className={BUTTON}>
        E-mail
      </a>
    </div>
  </Section>
);

/** What an organization needs to show a template to others: its public page, announcements, code and pictures. */
export function ShareKit({ template, issuer }: { template: BadgeTemplate; issuer: string }) {
  const { name, image_url: image } = template;
  const url = publicPageUrl(template);
  if (url === null)
    return (
      <EmptyState title="This template has no public page">
        {template.state === "active"
          ? "Make it public when you edit it, so that people can see what the badge stands for."
          : "Activate the template, so that people can see what the badge stands for."}
      </EmptyState>
    );
  const text = `${issuer} awards the badge “${name}”. See how to earn it:`;
  return (
    <div className="flex max-w-3xl flex-col gap-10">
      <Section title="Public page">
        <p className="font-mono text-[0.8125rem] break-all">{url}</p>
        <div className="flex flex-wrap gap-2">
          <a href={url} className={BUTTON}>
            <ExternalLink className="size-4" aria-hidden="true" />
            View public page
          </a>
          <CopyButton text={url} label="Copy link" />
        </div>
      </Section>
      <Announcement text={text} name={name} url={url} />
      <Section title="On your website">
        <CodeBox label="HTML" text={buildHtml(url, template)} />
      </Section>
      <Section title="Picture of the badge">
        <div className="flex flex-wrap items-end gap-4">
          <BadgeArt src={image} name={name} size={160} className="size-40" />
          <a href={image} download={name} className={BUTTON}>
            Download picture
          </a>
        </div>
      </Section>
      <Section title="QR code of the public page">
        <QrCode
          address={url}
          name={name}
          texts={{ picture: "QR code of the public page", svg: "Download SVG", png: "Download PNG" }}
        />
      </Section>
    </div>
  );
}
