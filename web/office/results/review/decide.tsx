import { Link, useNavigate } from 'react-router'
import type { OpenedResult } from '../../../../domain/office/lab-result-shapes.ts'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.tsx'
import { CallForm } from './call-form.tsx'
import { ReleaseForm } from './release-form.tsx'
import type { SavedState } from './result-words.ts'
import { ReviewForm } from './review-form.tsx'
import { SendBack } from './send-back.tsx'
import { TakeBack } from './take-back.tsx'

/** What the reader may do with the result in its state. */
export function Decide({ result }: { result: OpenedResult }) {
  const goOn = useGoOn(result)
  const { state, is_own_record: isOwn } = result
  if (isOwn) return <Sentence text="This is your own record. Another clinician has to decide." />
  if (state === 'released')
    return (
      <Sentence text="This is settled. A change now comes as a correction of the laboratory." />
    )
  if (state === 'discarded') return <Discarded result={result} />
  return (
    <>
      <NextStep result={result} onDone={goOn} />
      {state !== 'review' && <SendBack result={result} onDone={goOn} />}
      <TakeBack result={result} onDone={goOn} />
    </>
  )
}

type StepProps = { result: OpenedResult; onDone: (what: string) => Promise<void> | void }

function NextStep({ result, onDone }: StepProps) {
  const { state, is_first_reviewer: isFirst } = result
  if (state === 'review') return <ReviewForm result={result} onDone={onDone} />
  if (state === 'ring first') return <CallForm result={result} onDone={onDone} />
  if (state === 'ready') return <ReleaseForm result={result} onDone={onDone} />
  if (isFirst)
    return <Sentence text="You reviewed this first, so another clinician must be the second." />
  return <ReviewForm result={result} onDone={onDone} isSecond />
}

function Discarded({ result: { reviews } }: { result: OpenedResult }) {
  if (reviews.at(-1)?.kind !== 'discarded')
    return <Sentence text="A later report of the laboratory replaced this before its release." />
  return (
    <Notice>
      <p>
        This was taken back before its release. Its row waits for a decision again, under{' '}
        <Link to="/results/imports">Result files</Link>.
      </p>
    </Notice>
  )
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
