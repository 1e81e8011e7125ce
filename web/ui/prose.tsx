import styles from './prose.module.css'

export function Prose({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by readDocument, which escapes HTML
  return <div className={styles.prose} dangerouslySetInnerHTML={{ __html: html }} />
}
