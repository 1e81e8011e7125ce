import type { OfficeMember } from '../../../domain/office/member-schemas.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CopyOfData } from '../duties/copy-of-data.tsx'
import { ActionGroup, ActionGroups } from '../parts/action-groups.tsx'
import { useCan } from '../session.ts'

type Props = { member: OfficeMember }

/** What a caller asks for, beside booking. */
export function CallActions({ member }: Props) {
  const mayChange = useCan('members.write')
  const mayWrite = useCan('messages.write')
  const { person } = member
  const isWritten = mayWrite && !person.is_erased && person.died_at === null
  if (!mayChange && !isWritten) return null
  return (
    <ActionGroups>
      <ActionGroup title="On the phone">
        {mayChange && <Act member={member} to="edit" label="Change contact details" />}
        {mayChange && !person.is_erased && <Act member={member} to="help" label="Help by phone" />}
        {isWritten && <Act member={member} to="message" label="Write to them" />}
        {mayChange && member.is_active && (
          <Act
            member={member}
            to="claim-letter"
            label={
              member.has_account ? 'Email address lost' : 'Invite to an online account by post'
            }
          />
        )}
      </ActionGroup>
    </ActionGroups>
  )
}

/** What changes what the record is, or what may be done with it. */
export function RecordActions({ member }: Props) {
  const mayAudit = useCan('audit.read')
  if (!useCan('members.write')) return null
  const { is_erased: isErased } = member.person
  return (
    <ActionGroups apart={<Act member={member} to="erasure" label="Erasure request" />}>
      {!isErased && (
        <ActionGroup title="Consent">
          <Act member={member} to="withdraw-consent" label="Withdraw consent" />
          <Act member={member} to="capacity" label="Do they understand the test?" />
        </ActionGroup>
      )}
      <ActionGroup title="Record">
        {!isErased && <Act member={member} to="contact" label="Has died, or wants less contact" />}
        <Act member={member} to="active" label={member.is_active ? 'Archive' : 'Restore'} />
        <CopyOfData memberId={member.id} />
        {mayAudit && (
          <ButtonLink kind="quiet" to={`/audit?member_id=${member.id}`}>
            Entries in the audit log
          </ButtonLink>
        )}
      </ActionGroup>
    </ActionGroups>
  )
}

function Act({ member, to, label }: Props & { to: string; label: string }) {
  return (
    <ButtonLink kind="quiet" to={`/members/${member.id}/${to}`}>
      {label}
    </ButtonLink>
  )
}
