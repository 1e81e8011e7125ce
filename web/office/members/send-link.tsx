import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { inWords, type Wording } from '../../../domain/charity.ts'
import type { OfficeMember } from '../../../domain/office/member-schemas.ts'
import { LINK_WAYS, type LinkWay, linkEnd } from '../../../domain/office/payment-links.ts'
import { smsLength } from '../../../domain/office/sms.ts'
import { paymentAskedText } from '../../../domain/office/sms-texts.ts'
import { momentInWords, ukInstant } from '../../../domain/uk-time.ts'
import { charity } from '../../charity.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { counted } from '../events/event-text.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { useIdempotencyKey } from '../parts/use-idempotency-key.ts'
import { forClerk, owedPence } from './booking-text.ts'
import styles from './member.module.css'

type Props = { member: OfficeMember; appointment: OfficeMember['appointments'][number] }

/** The link that the SMS has, for its length. */
const SAMPLE_KEY = 'x'.repeat(22)

export function SendLink({ member, appointment }: Props) {
  const ways = linkWays(member)
  const [way, setWay] = useState<LinkWay | undefined>(ways[0]?.value)
  const { revalidate } = useRevalidator()
  const keyOf = useIdempotencyKey()
  const { appointment_id: id } = appointment
  const isAgain = appointment.history.some(({ action }) => action === 'payment link sent')
  const again = isAgain ? ' again' : ''

  async function send(typed: FormData) {
    const by = LINK_WAYS.find((one) => one === textIn(typed, 'by')) ?? 'mail'
    const body = { by }
    try {
      // A second press is to send a second link.
      const idempotencyKey = keyOf({ ...body, sent: appointment.history.length })
      const sent = await write('POST /api/office/appointments/:id/payment-links', {
        params: { id },
        body,
        idempotencyKey,
      })
      const until = momentInWords(new Date(sent.expires_at))
      toast({
        text: `A payment link has been sent to ${sent.to}. It works until ${until}.`,
        tone: 'success',
      })
    } catch (error) {
      throw forClerk(error)
    }
    await revalidate()
  }

  return (
    <section aria-labelledby="link">
      <h2 id="link">Send a payment link{again}</h2>
      {ways.length === 0 ? (
        <p>We have no email address or UK mobile number. Add one first.</p>
      ) : (
        <OfficeForm submit={`Send a payment link${again}`} send={send}>
          {() => (
            <>
              <p>
                The member pays by card, without an account.{' '}
                {isAgain && 'The earlier link will stop working.'}
              </p>
              <RadioGroup
                name="by"
                label="By"
                options={ways}
                value={way ?? ''}
                onChange={(value) => setWay(LINK_WAYS.find((one) => one === value))}
              />
              {way === 'sms' && <Preview appointment={appointment} />}
            </>
          )}
        </OfficeForm>
      )}
    </section>
  )
}

function Preview({ appointment }: Pick<Props, 'appointment'>) {
  const startsAt = ukInstant(appointment.date, appointment.time)
  const text = paymentAskedText({
    startsAt,
    pence: owedPence(appointment),
    until: linkEnd({ startsAt, eventEndsAt: startsAt }, new Date()),
    link: `${location.origin}/checkout#pay=${SAMPLE_KEY}`,
  })
  return (
    <Notice title="Text message">
      <p className={styles.sms}>{inWords(text, charity)}</p>
      <p className="small soft">{lengthText(text)}</p>
    </Notice>
  )
}

/** '183 characters, sent as 2 SMS'. */
export function lengthText(text: Wording): string {
  const { units, parts, alphabet } = smsLength(inWords(text, charity))
  const costly = alphabet === 'unicode' ? ' A special character makes it longer.' : ''
  return `${units} characters, sent as ${counted(parts, 'text')}.${costly}`
}

function linkWays({ email, texts_to: mobile }: OfficeMember): { value: LinkWay; label: string }[] {
  return [
    ...(email === null ? [] : [{ value: 'mail' as const, label: `Email to ${email}` }]),
    ...(mobile === null ? [] : [{ value: 'sms' as const, label: `Text to ${mobile}` }]),
  ]
}
