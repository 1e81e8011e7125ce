import { useNavigate } from 'react-router'
import type { OpenedResult } from '../../../../domain/office/lab-result-shapes.ts'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.tsx'
import { CallForm } from './call-form.tsx'
import { ReleaseForm } from './release-form.tsx'
import type { SavedState } from './result-words.ts'
import { ReviewForm } from './review-form.tsx'
import { SendBack } from './send-back.tsx'

/** What the reader may do with the result in its state. */
export function Decide({ result }: { result: OpenedResult }) {
  const goOn = useGoOn(result)
  const { state, is_own_record: isOwn, is_first_reviewer: isFirst } = result
  if (isOwn) return <Sentence text="This is your own record. Another clinician has to decide." />
  if (state === 'second' && isFirst) {
    return (
      <>
        <Sentence text="You were the first to call this red, so another clinician must be the second." />
        <SendBack result={result} onDone={goOn} />
      </>
    )
  }
  if (state === 'review') return <ReviewForm result={result} onDone={goOn} />
  if (state === 'second')
    return (
      <>
        <ReviewForm result={result} onDone={goOn} isSecond />
        <SendBack result={result} onDone={goOn} />
      </>
    )
  if (state === 'ring first')
    return (
      <>
        <CallForm result={result} onDone={goOn} />
        <SendBack result={result} onDone={goOn} />
      </>
    )
  if (state === 'ready')
    return (
      <>
        <ReleaseForm result={result} onDone={goOn} />
        <SendBack result={result} onDone={goOn} />
      </>
    )
  return <Sentence text="This is settled. A change now comes as a correction of the laboratory." />
}

function Sentence({ text }: { text: string }) {
  return (
    <Notice>
      <p>{text}</p>
    </Notice>
  )
}

/** Opens the next one of the queue, which says what was saved; without one the list. */
function useGoOn(result: OpenedResult) {
  const navigate = useNavigate()
  const { id, next, first_name: first, last_name: last } = result
  return async (what: string) => {
    const words = `${what}: ${first} ${last}.`
    if (next === null) {
      toast({ text: `${words} Nothing else waits there.`, tone: 'success' })
      return navigate('/results')
    }
    const state: SavedState = { saved: { id, words } }
    return navigate(`/results/${next}`, { state })
  }
}
