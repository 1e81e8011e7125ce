import { OfficePage } from '../parts/office-page.tsx'
import { useMe } from '../session.ts'
import { roleText } from './role-text.ts'

/** For those whose roles open no screen of the menu. */
export function Roles() {
  const { roles } = useMe()
  return (
    <OfficePage title="Office">
      <p className="measure">
        You are signed in with {roles.length === 1 ? 'the role' : 'the roles'}{' '}
        <b>{roleText(roles)}</b>, which gives you nothing to open here. An admin can change your
        roles.
      </p>
    </OfficePage>
  )
}
