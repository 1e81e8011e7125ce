import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { Withdrawable } from '../../../domain/consent-schemas.ts'
import { WITHDRAWAL_CHANNELS, WITHDRAWAL_WORDS } from '../../../domain/consent-withdrawal.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { PersonBanner } from '../parts/person-banner.tsx'

export function loader({ params, request }: LoaderFunctionArgs): Promise<Withdrawable> {
  return read('GET /api/office/members/:id/consents', {
    params: { id: String(params.id) },
    signal: request.signal,
  })
}

const CHANNELS = WITHDRAWAL_CHANNELS.map((value) => ({
  value,
  label: { telephone: 'By phone', paper: 'On paper', 'in person': 'In person' }[value],
}))
const DONE = {
  cancelled: 'Consent is withdrawn, and the appointment is cancelled.',
  'office told': 'Consent is withdrawn. The appointment stays, marked as without consent.',
  nothing: 'Consent is withdrawn.',
}

/** A member withdraws consent by telephone, on paper or in person. */
export function Component() {
  const member = useLoaderData<Withdrawable>()
  const navigate = useNavigate()
  const standing = member.consents.filter((consent) => consent.withdrawn_at === null)
  const back = `/members/${member.member_id}`

  async function withdraw(typed: FormData) {
    const isSure = await confirm({
      title: `Withdraw the consent of ${member.name}?`,
      text: `${WITHDRAWAL_WORDS.early} ${WITHDRAWAL_WORDS.sample} A clinician then decides what happens to a sample that is in progress.`,
      yes: 'Withdraw it',
      no: 'Go back',
    })
    if (!isSure) return
    const { appointment } = await write('POST /api/office/members/:id/consent-withdrawals', {
      params: { id: member.member_id },
      body: {
        event_id: Number(textIn(typed, 'event')),
        channel:
          CHANNELS.find(({ value }) => value === textIn(typed, 'channel'))?.value ?? 'telephone',
        taken_by: textIn(typed, 'taken_by'),
      },
    })
    toast({ text: DONE[appointment], tone: 'success' })
    await navigate(back)
  }

  return (
    <OfficePage
      title="Withdraw consent"
      trail={[
        { label: 'Members', to: '/members' },
        { label: member.name, to: back },
      ]}
      lede={`For ${member.name}, born ${dayInWords(member.date_of_birth)}. Make sure that it is the member who asks.`}
    >
      <PersonBanner person={member.person} />
      {standing.length === 0 ? (
        <p>There is no consent that could be withdrawn.</p>
      ) : (
        <OfficeForm
          submit="Withdraw consent"
          check={(typed) =>
            ['event', 'channel'].flatMap((field) =>
              textIn(typed, field) === '' ? [{ field, message: 'Choose one.' }] : [],
            )
          }
          send={withdraw}
          onCancel={() => navigate(back)}
        >
          {(errorOf) => (
            <>
              <RadioGroup
                name="event"
                label="Which consent"
                options={standing.map((one) => ({
                  value: String(one.event_id),
                  label: `${one.event_name}, ${dayInWords(one.test_date)}`,
                }))}
                error={errorOf('event')}
              />
              <RadioGroup
                name="channel"
                label="How the member said so"
                options={CHANNELS}
                error={errorOf('channel')}
              />
              <TextField
                name="taken_by"
                label="Who spoke with the member"
                hint="Your name, if you leave it empty."
                maxLength={120}
                autoComplete="off"
                optional
              />
            </>
          )}
        </OfficeForm>
      )}
    </OfficePage>
  )
}
