import styles from './prose.module.css'

/** A long text. `html` comes from our own Markdown, which escapes HTML. */
export function Prose({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by readDocument, which escapes HTML
  return <div className={styles.prose} dangerouslySetInnerHTML={{ __html: html }} />
}
