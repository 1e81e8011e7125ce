import { DECADES, THRESHOLDS } from '../../../../content/thresholds.ts'
import type { OpenedResult } from '../../../../domain/office/lab-result-schemas.ts'
import { dayInWords, momentInWords, ukDate } from '../../../../domain/uk-time.ts'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ChangedSince } from './changed-since.tsx'
import { EarlierResults } from './earlier-results.tsx'
import { Replaced } from './replaced.tsx'
import { answerLines, NOT_ASKED, valueText } from './result-text.ts'
import styles from './review.module.css'

/** The number, and what belongs beside it. Nothing here is worked out from the number. */
export function BesideNumber({ result }: { result: OpenedResult }) {
  return (
    <div className={styles.parts}>
      <section aria-labelledby="number">
        <h2 id="number">Result</h2>
        <p className={styles.number}>{valueText(result)}</p>
        <Facts>
          <Fact term="Laboratory’s range">{result.range ?? 'Not given'}</Fact>
          <Fact term="Laboratory’s flag">{result.lab_flag ?? 'None'}</Fact>
          <Fact term="Laboratory’s comment">{result.lab_comment ?? 'None'}</Fact>
          <Fact term="Sample">{sampleText(result)}</Fact>
        </Facts>
        <ChangedSince result={result} />
      </section>
      {result.replaced && <Replaced result={result} replaced={result.replaced} />}
      <Answers result={result} />
      <EarlierResults result={result} />
      <Thresholds />
    </div>
  )
}

/** Facts alone: nothing follows from them by itself. */
function sampleText({ sample }: OpenedResult): string {
  if (!sample) return 'Not recorded on the day'
  const { tube, at, drawn_by: drawnBy, before } = sample
  const who = drawnBy === null ? '' : `, taken by ${drawnBy}`
  const taken = `Tube ${tube}, ${momentInWords(new Date(at))}${who}`
  if (!before) return `${taken}, the first of its day.`
  const minutes = before.minutes === 1 ? '1 minute' : `${before.minutes} minutes`
  const by = before.is_same_person ? 'the same person' : 'another person'
  return `${taken}, ${minutes} after tube ${before.tube}, by ${by}.`
}

function Answers({ result: { consent, ethnicity } }: { result: OpenedResult }) {
  return (
    <section aria-labelledby="answers">
      <h2 id="answers">Consent answers</h2>
      {!consent && <p>There is no consent for this appointment.</p>}
      {consent?.withdrawn && (
        <Notice tone="warn">
          <p>The consent was withdrawn afterwards.</p>
        </Notice>
      )}
      <Facts>
        {consent &&
          answerLines(consent).map(({ label, text }) => (
            <Fact key={label} term={label}>
              {text}
            </Fact>
          ))}
        <Fact term="Ethnic group (from profile)">{ethnicity}</Fact>
        {consent && (
          <Fact term="Answered on">{dayInWords(ukDate(new Date(consent.given_at)))}</Fact>
        )}
        {consent && (
          <Fact term="Share with GP">{consent.gp_sharing ? 'Agreed' : 'Not agreed'}</Fact>
        )}
      </Facts>
      <p className="small soft">{NOT_ASKED}</p>
    </section>
  )
}

/** The printed tables, the same beside every result. */
function Thresholds() {
  return (
    <section aria-labelledby="tables">
      <h2 id="tables">Printed tables, in ng/mL</h2>
      <ul className={styles.tables}>
        {THRESHOLDS.map(({ who, forWhom, word, values }) => (
          <li key={who}>
            <b>{who}</b>, {forWhom}:{' '}
            {DECADES.flatMap((decade, n) =>
              values[n] ? `${decade} ${word} ${values[n]}` : [],
            ).join(', ')}
          </li>
        ))}
      </ul>
    </section>
  )
}
