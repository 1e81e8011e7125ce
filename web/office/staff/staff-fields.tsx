import { useState } from 'react'
import { ROLES, type Role } from '../../../domain/office/permissions.ts'
import { ALL_BUT_HEALTH, NEEDS_TWO } from '../../../domain/office/second-people.ts'
import { TextButton } from '../../ui/button.tsx'
import { CheckboxGroup } from '../../ui/choices.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
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
        <RoleBoxes
          roles={roles}
          hint={rolesHint}
          error={errorOf('roles')}
          optional={mayBeNone === true}
        />
      )}
    </>
  )
}

/** With a preset for a charity with one employee, which says what then lacks a second person. */
function RoleBoxes({
  roles,
  hint,
  error,
  optional,
}: {
  roles: readonly Role[]
  hint: string | undefined
  error: string | undefined
  optional: boolean
}) {
  const [preset, setPreset] = useState<readonly Role[] | null>(null)
  return (
    <>
      <CheckboxGroup
        key={preset ? 'preset' : 'own'}
        name="roles"
        label="Roles"
        hint={hint}
        options={ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role] }))}
        defaultValue={preset ?? roles}
        error={error}
        optional={optional}
      />
      {preset ? (
        <Notice tone="info" title="One person with these roles still needs a second person">
          <p>Nobody approves what they asked for themselves. A second person is needed for:</p>
          <ul>
            {Object.entries(NEEDS_TWO).map(([permission, what]) => (
              <li key={permission}>{what}</li>
            ))}
          </ul>
          <p>
            A trustee can have the treasurer and admin roles for this, and clinicians decide about
            health.
          </p>
        </Notice>
      ) : (
        <p>
          <TextButton onClick={() => setPreset(ALL_BUT_HEALTH)}>
            Tick everything except health, for a charity with one employee
          </TextButton>
        </p>
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
