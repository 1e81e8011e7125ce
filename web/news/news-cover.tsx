import styles from './news.module.css'

/** `drawing` is made by news-cover.server.ts, so that no script carries the drawings. */
export function NewsCover({ drawing }: { drawing: string }) {
  return (
    <svg
      className={styles.cover}
      viewBox="0 0 480 320"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, of nothing typed
      dangerouslySetInnerHTML={{ __html: drawing }}
    />
  )
}
