import { ROLES, type Role } from '../../../domain/office/permissions.ts'
import { CheckboxGroup } from '../../ui/choices.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { TextField } from '../../ui/field.tsx'
import { missingFields } from '../parts/office-form.tsx'
import { roleText } from '../shell/role-text.ts'
import styles from './staff.module.css'

const ROLE_WORDS: Record<Role, string> = {
  office: 'Office: events, members, appointments, messages and refunds within the policy',
  venue: 'Venue: the days that are assigned to them',
  clinician: 'Clinician: results and their review',
  treasurer: 'Treasurer: payments and refunds beyond the policy',
  admin: 'Admin: staff, logs and erasure; no health data',
}

type Props = {
  name?: string
  roles?: readonly Role[]
  errorOf: (name: string) => string | undefined
  rolesHint?: string
  /** Of the person who looks: nobody changes their own roles. */
  isLocked?: boolean
  mayBeNone?: boolean
}

export function StaffFields({
  name = '',
  roles = [],
  errorOf,
  rolesHint,
  isLocked,
  mayBeNone,
}: Props) {
  return (
    <>
      <TextField
        name="name"
        label="Name"
        defaultValue={name}
        autoComplete="off"
        error={errorOf('name')}
      />
      {isLocked ? (
        <p className={styles.own}>
          <b>{roleText(roles)}.</b> {rolesHint}
        </p>
      ) : (
        <CheckboxGroup
          name="roles"
          label="Roles"
          hint={rolesHint}
          options={ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role] }))}
          defaultValue={roles}
          error={errorOf('roles')}
          optional={mayBeNone}
        />
      )}
    </>
  )
}

export function rolesIn(typed: FormData): Role[] {
  const ticked = typed.getAll('roles')
  return ROLES.filter((role) => ticked.includes(role))
}

export function nameErrors(typed: FormData): FieldError[] {
  return missingFields(typed, { name: 'Enter the name.' })
}
