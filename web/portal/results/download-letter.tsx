import styles from './one-result.module.css'

type Props = { profileId: number; resultId: number }

export function letterOf({ profileId, resultId }: Props): string {
  return `/api/medical/results/${profileId}/${resultId}/letter`
}

/** The result as a letter, for paper or to keep. */
export function DownloadLetter(result: Props) {
  const address = letterOf(result)
  return (
    <section>
      <h2 className={styles.heading}>Download your letter</h2>
      <p>
        This is your result as a PDF letter, to keep or print. Anybody who opens the file can read
        it.
      </p>
      <ul className={styles.letters}>
        <li>
          <a href={`${address}?print=usual`} download>
            Download your letter
          </a>
        </li>
        <li>
          <a href={`${address}?print=large`} download>
            Download it in large print
          </a>
        </li>
      </ul>
    </section>
  )
}
