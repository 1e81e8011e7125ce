import { Link } from 'react-router'
import type { MedicalResult } from '../../../domain/contract.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { Notice } from '../../ui/notice.tsx'

/** Earlier reports of the sample, which the member may have read; null when there are none. */
export function Replaced({ replaces = [] }: Pick<MedicalResult, 'replaces'>) {
  return replaces.map(({ result_id: id, test_result, test_unit, released_on, replaced_on }) => (
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
  ))
}

/** Above a result that is not the current one any more. */
export function ReplacedBy({ replaced_by: newer }: Pick<MedicalResult, 'replaced_by'>) {
  if (!newer) return null
  return (
    <Notice tone="warn" title="This result was replaced">
      <p>
        It was replaced on <time dateTime={newer.on}>{dayInWords(newer.on)}</time>. Please do not go
        by what stands here.{' '}
        <Link to={`/medical-results/${newer.result_id}`}>Open the newer result</Link>
      </p>
    </Notice>
  )
}
