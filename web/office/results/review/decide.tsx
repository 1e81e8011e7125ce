import { Link, useNavigate } from 'react-router'
import type { OpenedResult } from '../../../../domain/office/lab-result-schemas.ts'
import { mayRelease, mayReview } from '../../../../domain/office/result-holds.ts'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.tsx'
import { CallForm } from './call-form.tsx'
import { ChoiceForm } from './choice-form.tsx'
import { ReleaseForm } from './release-form.tsx'
import { Released } from './released.tsx'
import type { SavedState } from './result-text.ts'
import { ReviewForm } from './review-form.tsx'
import { SamePerson } from './same-person.tsx'
import { SendBack } from './send-back.tsx'
import { TakeBack } from './take-back.tsx'

/** What the reader may do with the result in its state. */
export function Decide({ result }: { result: OpenedResult }) {
  const goOn = useGoOn(result)
  const { state, is_own_record: isOwn } = result
  if (isOwn) return <Sentence text="This is your own record. Another clinician must decide." />
  if (state === 'released') return <Released result={result} onDone={goOn} />
  if (state === 'discarded') return <Discarded result={result} />
  return (
    <>
      <SamePerson result={result} onDone={goOn} />
      {hasChoice(result) && <ChoiceForm result={result} onDone={goOn} />}
      <NextStep result={result} onDone={goOn} />
      {state !== 'review' && <SendBack result={result} onDone={goOn} />}
      <TakeBack result={result} onDone={goOn} />
    </>
  )
}

type StepProps = { result: OpenedResult; onDone: (what: string) => Promise<void> | void }

function NextStep({ result, onDone }: StepProps) {
  const { state, holds, choice, is_first_reviewer: isFirst } = result
  const isForGp = choice === 'gp_only' && mayRelease(holds, choice)
  if (isForGp && (state === 'ready' || state === 'ring first'))
    return <ReleaseForm result={result} onDone={onDone} />
  const isOpen = state === 'review' || state === 'second'
  if (isOpen ? !mayReview(holds) : !mayRelease(holds, choice)) return null
  if (state === 'review') return <ReviewForm result={result} onDone={onDone} />
  if (state === 'ring first') return <CallForm result={result} onDone={onDone} />
  if (state === 'ready') return <ReleaseForm result={result} onDone={onDone} />
  if (isFirst)
    return (
      <Sentence text="You reviewed this first, so another clinician must do the second review." />
    )
  return <ReviewForm result={result} onDone={onDone} isSecond />
}

/**
 * Where the consent was withdrawn or the member has died, and nothing else holds the result; and of an
 * erased record, of which nobody is left to tell.
 */
function hasChoice({ holds, choice }: OpenedResult): boolean {
  if (holds.some(({ kind }) => kind === 'erased')) return true
  const isAsked = holds.some(({ kind }) => kind === 'consent_withdrawn' || kind === 'died')
  return mayReview(holds) && (isAsked || choice !== null)
}

function Discarded({ result: { reviews } }: { result: OpenedResult }) {
  const last = reviews.at(-1)
  if (last?.choice === 'destroy')
    return (
      <Sentence text="A clinician chose to destroy this, after a withdrawal or for an erased record." />
    )
  if (last?.kind !== 'discarded' && last?.kind !== 'taken back')
    return (
      <Sentence text="A later laboratory report replaced this result before it was released." />
    )
  return (
    <Notice>
      <p>
        This result was withdrawn. Its row needs a decision again, under{' '}
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
    const texts = `${what}: ${first} ${last}.`
    if (next === null) {
      toast({ text: `${texts} Nothing else is waiting.`, tone: 'success' })
      return navigate('/results')
    }
    const state: SavedState = { saved: { id, words: texts } }
    return navigate(`/results/${next}`, { state })
  }
}
