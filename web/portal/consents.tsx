import { useEffect, useRef, useState } from 'react'
import { Link, RouterContextProvider, useRevalidator } from 'react-router'
import type { GivenConsent } from '../../domain/consent-schemas.ts'
import type { Appointment, UserProfile } from '../../domain/contract.ts'
import { get } from '../api.ts'
import { loadUpcoming } from '../booking/book.ts'
import { requireMember } from '../session.ts'
import { ConsentRow } from './consent-row.tsx'
import styles from './portal.module.css'
import { PortalPage } from './portal-page.tsx'
import record from './record.module.css'
import { WithdrawConsent } from './withdraw-consent.tsx'

const TITLE = 'Consents'

/** The member, the latest consent of each event, and upcoming appointments. */
export async function openConsents(request: Request) {
  const member = await requireMember({ request })
  const [{ consents }, upcoming] = await Promise.all([
    get(new RouterContextProvider(), 'GET /api/medical/consents'),
    loadUpcoming(member.profileId),
  ])
  const booked = upcoming.filter(({ status }) => status === 'booked')
  return <Consents member={member} consents={consents} booked={booked} />
}

type Props = { member: UserProfile; consents: GivenConsent[]; booked: Appointment[] }

function Consents({ member, consents, booked }: Props) {
  const [withdrawing, setWithdrawing] = useState<GivenConsent | null>(null)
  const intro = useRef<HTMLParagraphElement>(null)
  const wasWithdrawing = useRef(false)
  const revalidator = useRevalidator()
  useEffect(() => {
    if (wasWithdrawing.current && !withdrawing) intro.current?.focus()
    wasWithdrawing.current = withdrawing !== null
  }, [withdrawing])

  async function showWithdrawn() {
    await revalidator.revalidate()
    setWithdrawing(null)
  }

  return (
    <PortalPage title={TITLE} member={member}>
      {withdrawing ? (
        <WithdrawConsent
          consent={withdrawing}
          appointment={booked.find(({ event_id }) => event_id === withdrawing.event_id) ?? null}
          onWithdrawn={showWithdrawn}
          onKeep={() => setWithdrawing(null)}
        />
      ) : (
        <>
          <p ref={intro} tabIndex={-1} className={styles.intro}>
            You give consent for each test separately. You can withdraw consent at any time. Your
            answers are in <Link to="/portal/my-data">all my data</Link>.
          </p>
          {consents.length === 0 ? (
            <p className={styles.empty}>You have not given any consent yet.</p>
          ) : (
            <ul className={record.rows}>
              {consents.map((consent) => (
                <ConsentRow
                  key={consent.event_id}
                  consent={consent}
                  profileId={member.profileId}
                  onWithdraw={() => setWithdrawing(consent)}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </PortalPage>
  )
}
