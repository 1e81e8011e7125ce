import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { hasCome } from '../../../domain/arrived.ts'
import type { OfficeMember } from '../../../domain/office/member-schemas.ts'
import { Notice } from '../../ui/notice.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { PersonBanner } from '../parts/person-banner.tsx'
import { HAS_ARRIVED } from './booking-text.ts'

type Props = {
  /** 'Cancel' or 'Move'. */
  verb: string
  member: OfficeMember
  lede: string
  /** The one to be changed; it stays when the member has come. */
  appointment?: Pick<OfficeMember['appointments'][number], 'attendance'>
  actions?: ReactNode
  children: ReactNode
}

/** The page on which a clerk changes one appointment of a member. */
export function AppointmentPage({ verb, member, lede, appointment, actions, children }: Props) {
  const name = `${member.first_name} ${member.last_name}`
  const hasArrived = hasCome(appointment?.attendance ?? null)
  return (
    <OfficePage
      title={`${verb} ${name}’s appointment`}
      trail={[
        { label: 'Members', to: '/members' },
        { label: name, to: `/members/${member.id}` },
      ]}
      lede={lede}
      actions={hasArrived ? null : actions}
    >
      <PersonBanner person={member.person} />
      {hasArrived ? (
        <Notice tone="warn">
          <p>{HAS_ARRIVED}</p>
        </Notice>
      ) : (
        children
      )}
    </OfficePage>
  )
}

/** To the record, or without e-mail to what the clerk reads out or prints. */
export function useLeave({ id, email }: Pick<OfficeMember, 'id' | 'email'>) {
  const navigate = useNavigate()
  return (appointmentId: number) =>
    navigate(email ? `/members/${id}` : `/members/${id}/appointments/${appointmentId}/slip`)
}
