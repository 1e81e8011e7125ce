import styles from './one-result.module.css'

/** The result as a letter, for paper or to keep. */
export function DownloadLetter({ profileId, resultId }: { profileId: number; resultId: number }) {
  const address = `/api/medical/results/${profileId}/${resultId}/letter`
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
