import type { GivenConsent } from '../../domain/consent-schemas.ts'
import { dayInWords, momentInWords, ukDate } from '../../domain/uk-time.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink, Buttons } from '../ui/button.tsx'
import record from './record.module.css'
import { RecordHead } from './record.tsx'

type ConsentRowProps = {
  consent: GivenConsent
  profileId: number
  onWithdraw: () => void
}

export function ConsentRow({ consent, profileId, onWithdraw }: ConsentRowProps) {
  const { event_name, test_date, given_at, gp_sharing, withdrawn_at, appointment_at } = consent
  const isAhead = appointment_at !== null && new Date(appointment_at) > new Date()
  return (
    <li className={record.row}>
      <RecordHead
        level={2}
        title={event_name}
        under={
          <>
            Test on <time dateTime={test_date}>{dayInWords(test_date)}</time>
          </>
        }
        badges={
          withdrawn_at ? (
            <Badge icon="prohibit">Withdrawn</Badge>
          ) : (
            <Badge tone="good">Consent given</Badge>
          )
        }
      />
      <p>
        You gave it on {dayInWords(ukDate(new Date(given_at)))}.{' '}
        {gp_sharing && !withdrawn_at && 'Your result may be shared with your GP. '}
        {withdrawn_at && `You withdrew it at ${momentInWords(new Date(withdrawn_at))}. `}
        {!withdrawn_at && !consent.counts && 'We will ask you again for any new booking.  '}
      </p>
      <Buttons>
        {!withdrawn_at && (
          <Button kind="quiet" onClick={onWithdraw}>
            Withdraw consent<span className="visually-hidden"> for {event_name}</span>
          </Button>
        )}
        {withdrawn_at && isAhead && (
          <ButtonLink
            kind="quiet"
            to={`/test-consent?profile_id=${profileId}&test_date=${test_date}`}
          >
            Give consent again<span className="visually-hidden"> for {event_name}</span>
          </ButtonLink>
        )}
      </Buttons>
    </li>
  )
}
