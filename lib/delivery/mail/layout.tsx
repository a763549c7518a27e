import { Fragment, type CSSProperties, type ReactNode } from "react";
import { Body, Button, Container, Head, Heading, Hr, Html, Link, Preview, Section, Text } from "react-email";
import { buildPalette } from "@/lib/art/drawing/color";
import type { Locale } from "@/lib/kernel/locales";
import { DARK, LIGHT } from "@/lib/kernel/palette";
import type { MailTranslator } from "./mail-translator";

export const SERIF = "Newsreader, Georgia, 'Times New Roman', serif";
const SANS = "Inter, -apple-system, BlinkMacSystemFont, 'Segoe UI', Helvetica, Arial, sans-serif";

// For mail programs that support it. Without quotes or angle brackets, which React would escape.
const DARK_STYLES = `@media (prefers-color-scheme: dark) {
  .page, .page td { background-color: ${DARK.canvas} !important }
  .ink { color: ${DARK.ink} !important }
  .quiet { color: ${DARK.inkSoft} !important }
  .line { border-color: ${DARK.line} !important }
}
@media (max-width: 480px) { .title { font-size: 26px !important } }`;

// Long words, such as names of badges and addresses, break instead of overflowing.
const WRAP = { overflowWrap: "anywhere" } as const;

export const styles = {
  paragraph: {
    ...WRAP,
    margin: "0 0 16px",
    fontSize: 16,
    lineHeight: "25px",
    color: LIGHT.ink,
    fontFamily: SANS,
  },
  quiet: {
    ...WRAP,
    margin: "0 0 8px",
    fontSize: 13,
    lineHeight: "20px",
    color: LIGHT.inkSoft,
    fontFamily: SANS,
  },
  title: {
    ...WRAP,
    margin: "0 0 20px",
    font: `500 30px/1.2 ${SERIF}`,
    color: LIGHT.ink,
    letterSpacing: "-0.01em",
    textWrap: "balance",
  },
} satisfies Record<string, CSSProperties>;

/** Korean breaks between words, not inside them as the other languages of its region do. */
const lineBreaking = (lang: Locale): CSSProperties => (lang === "ko" ? { wordBreak: "keep-all" } : {});

type LayoutProps = {
  lang: Locale;
  preview: string;
  sender: string;
  children: ReactNode;
  /** The reason for the mail, and what to do if it is a mistake. */
  footer: string[];
};

/**
 * The layout of every mail: white, the sender's name at the top, the content, and the reason for the mail at the end.
 */
export const Layout = ({ lang, preview, sender, children, footer }: LayoutProps) => (
  <Html lang={lang} dir="ltr">
    <Head>
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <style>{DARK_STYLES}</style>
    </Head>
    <Body
      lang={lang}
      className="page"
      style={{
        margin: 0,
        backgroundColor: LIGHT.canvas,
        color: LIGHT.ink,
        fontFamily: SANS,
        ...lineBreaking(lang),
      }}
    >
      <Preview>{preview}</Preview>
      <Container style={{ maxWidth: 560, margin: "0 auto", padding: "36px 24px" }}>
        <Text className="quiet" style={{ ...styles.quiet, margin: "0 0 32px", fontWeight: 600 }}>
          {sender}
        </Text>
        {children}
        <Hr
          className="line"
          style={{ margin: "40px 0 20px", border: 0, borderTop: `1px solid ${LIGHT.line}` }}
        />
        {footer.map((text) => (
          <SecondaryText key={text}>{text}</SecondaryText>
        ))}
      </Container>
    </Body>
  </Html>
);

/** The mail's only heading. */
export const MailTitle = ({ children }: { children: ReactNode }) => (
  <Heading as="h1" className="ink title" style={styles.title}>
    {children}
  </Heading>
);

/** Normal text. Line breaks become elements, because the plain-text version is created from them. */
export const Paragraph = ({ children }: { children: string }) => (
  <Text className="ink" style={styles.paragraph}>
    {children.split(/\r?\n/).map((line, index) => (
      <Fragment key={index}>
        {index > 0 ? <br /> : null}
        {line}
      </Fragment>
    ))}
  </Text>
);

/** Secondary, explanatory text. */
export const SecondaryText = ({ children }: { children: ReactNode }) => (
  <Text className="quiet" style={styles.quiet}>
    {children}
  </Text>
);

/** The only button, in the organization's colour as far as its text stays readable. */
export const ActionButton = ({
  href,
  color,
  children,
}: {
  href: string;
  color: string | null;
  children: ReactNode;
}) => {
  const { plate, ink } = buildPalette(color ?? "", "solid");
  return (
    <Section style={{ margin: "28px 0" }}>
      <Button
        href={href}
        style={{
          backgroundColor: plate,
          color: ink,
          borderRadius: 6,
          padding: "14px 24px",
          font: `600 16px/20px ${SANS}`,
          textDecoration: "none",
        }}
      >
        {children}
      </Button>
    </Section>
  );
};

/** The URL of the button as text. The plain-text version has it below the action already. */
export const LinkBelow = ({ words, link }: { words: MailTranslator; link: string }) => (
  <div data-skip-in-text="true">
    <SecondaryText>
      {words.t("link_below")}
      <br />
      <Link href={link} className="quiet" style={{ color: "inherit", textDecoration: "underline" }}>
        {link}
      </Link>
    </SecondaryText>
  </div>
);
