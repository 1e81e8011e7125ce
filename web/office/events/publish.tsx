import { useState } from 'react'
import { Link } from 'react-router'
import { pounds } from '../../../domain/money.ts'
import { MISSING_WORDS } from '../../../domain/office/checklist-words.ts'
import type { ChecklistItem, OfficeEvent, Readiness } from '../../../domain/office/event-schemas.ts'
import { ApiError } from '../../api.ts'
import { Button, Buttons } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { refusalText } from '../parts/refusal-text.ts'
import { useReportDone } from '../parts/use-report-done.ts'
import { DoubtsNotice } from './doubts-notice.tsx'
import { addressOf, chargePenceOf, counted, whenInWords } from './event-text.ts'
import styles from './events.module.css'

/** The field of the form that has it, by id. */
const FIELD_OF: Record<ChecklistItem, string> = {
  event_date: 'event_date',
  product: 'product_id',
  lab: 'lab_id',
  price: 'price',
  payment_required: 'payment_required',
  access_code: 'access_code',
  address: 'address_line1',
  postcode: 'postcode',
  pin: 'pin',
  pin_in_uk: 'pin',
  host_contact: 'host_name',
  places: 'slot_plan.start',
}

/** Reads what is missing; when nothing is, asks once with everything that visitors will read. */
export function usePublish(event: OfficeEvent) {
  const [readiness, setReadiness] = useState<Readiness | null>(null)
  const [isPending, setPending] = useState(false)
  const reportDone = useReportDone()
  const params = { id: event.event_id }

  async function look() {
    await withRefusal(async () => {
      setReadiness(await read('GET /api/office/events/:id/readiness', { params }))
    })
  }

  async function publish(doubts: Readiness['doubts']) {
    await withRefusal(async () => {
      const acknowledged = doubts.map(({ kind }) => kind)
      await write('POST /api/office/events/:id/publish', { params, body: { acknowledged } })
      setReadiness(null)
      await reportDone('The event is published.')
    })
  }

  async function withRefusal(act: () => Promise<void>) {
    setPending(true)
    try {
      await act()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setReadiness(null)
      toast({ text: refusalText(error), tone: 'error' })
    } finally {
      setPending(false)
    }
  }

  const missing = readiness?.missing ?? []
  const isAsking = readiness !== null && missing.length === 0
  return {
    missing,
    isPending,
    look,
    question: isAsking ? (
      <Question
        event={event}
        doubts={readiness.doubts}
        isPending={isPending}
        onYes={() => publish(readiness.doubts)}
        onNo={() => setReadiness(null)}
      />
    ) : null,
  }
}

type QuestionProps = {
  event: OfficeEvent
  doubts: Readiness['doubts']
  isPending: boolean
  onYes: () => void
  onNo: () => void
}

function Question({ event, doubts, isPending, onYes, onNo }: QuestionProps) {
  const price = chargePenceOf(event)
  return (
    <Modal title={`Publish ${event.event_name}?`} onClose={onNo}>
      <DoubtsNotice doubts={doubts} />
      <Facts>
        <Fact term="When">{whenInWords(event)}</Fact>
        <Fact term="Where">{addressOf(event)}</Fact>
        <Fact term="Places">
          {counted(event.total_spaces, 'place')}, {event.slot_plan.session_minutes} minutes each
          {event.slot_plan.kept_back > 0 && `, ${event.slot_plan.kept_back} kept back`}
        </Fact>
        <Fact term="Price">{price === null || price === 0 ? 'Free' : pounds(price)}</Fact>
        <Fact term="Who can book">{whoCanBook(event)}</Fact>
        <Fact term="Who gets an email">{whoIsMailed(event)}</Fact>
      </Facts>
      <div className={styles.question}>
        <Buttons>
          <Button pending={isPending} onClick={onYes}>
            {doubts.length > 0 ? 'It is right, publish' : 'Publish'}
          </Button>
          <Button kind="quiet" onClick={onNo}>
            Not yet
          </Button>
        </Buttons>
      </div>
    </Modal>
  )
}

/** Each thing leads to its field of the form. */
export function Missing({ eventId, missing }: { eventId: number; missing: Readiness['missing'] }) {
  if (missing.length === 0) return null
  return (
    <Notice tone="warn" role="alert">
      <p>Add these before you publish:</p>
      <ul className={styles.missing}>
        {missing.map((item) => (
          <li key={item}>
            <Link to={`/events/${eventId}/edit#${FIELD_OF[item]}`}>{MISSING_WORDS[item]}</Link>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function whoCanBook({ is_private: isPrivate, exclusive_for: kind }: OfficeEvent): string {
  if (isPrivate) return 'Everybody who has the access code'
  if (kind === 'FREEMASONS') return 'Freemasons'
  return kind === 'CORPORATE' ? 'People of the company' : 'Everybody'
}

function whoIsMailed({ is_private: isPrivate, exclusive_for: kind }: OfficeEvent): string {
  return isPrivate || kind !== 'COMMUNITY'
    ? 'Nobody'
    : 'People who asked us to tell them about events near this venue'
}
