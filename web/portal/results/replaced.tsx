import { Link } from 'react-router'
import type { MedicalResult } from '../../../domain/contract.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { Notice } from '../../ui/notice.tsx'

/** Earlier reports of the sample, which the member may have read; null when there are none. */
export function Replaced({ replaces = [] }: Pick<MedicalResult, 'replaces'>) {
  return replaces.map(({ result_id: id, test_result, test_unit, ...earlier }) => {
    const { released_on, replaced_on, not_yours } = earlier
    if (not_yours)
      return (
        <p key={id} className="soft">
          A result that was not yours was shown here from {dayInWords(released_on)} and withdrawn on{' '}
          {dayInWords(replaced_on)}.
        </p>
      )
    return (
      <p key={id} className="soft">
        {test_result ? (
          <>
            Before, we showed you <s>{[test_result, test_unit].filter(Boolean).join(' ')}</s>
          </>
        ) : (
          'Before, we told you that there was no number'
        )}{' '}
        ({dayInWords(released_on)}). It was replaced on {dayInWords(replaced_on)}.{' '}
        <Link to={`/medical-results/${id}`}>See the replaced result</Link>
      </p>
    )
  })
}

/** Beside a result while a later report of the laboratory waits for a clinician. */
export function CheckedAgain({ checked_again: isChecked }: Pick<MedicalResult, 'checked_again'>) {
  if (!isChecked) return null
  return (
    <Notice tone="warn" title="This result is being checked again">
      <p>
        The laboratory has sent us a later report of this sample. Please do not rely on this result
        until a clinician has looked at it. We will tell you.
      </p>
    </Notice>
  )
}

/** Above a result that is not the current one any more. */
export function ReplacedBy({ replaced_by: newer }: Pick<MedicalResult, 'replaced_by'>) {
  if (!newer) return null
  return (
    <Notice tone="warn" title="This result has been replaced">
      <p>
        It was replaced on <time dateTime={newer.on}>{dayInWords(newer.on)}</time>. Please do not
        rely on this page.{' '}
        <Link to={`/medical-results/${newer.result_id}`}>Open the newer result</Link>
      </p>
    </Notice>
  )
}
