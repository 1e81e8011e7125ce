import { type FormEvent, useEffect, useMemo, useState } from 'react'
import type { UserProfile } from '../../domain/contract.ts'
import { REQUIRED } from '../../domain/field-rules.ts'
import { PROFILE_FIELDS } from '../../domain/member-fields.ts'
import { profileErrors, profileFormOf } from '../../domain/profile.ts'
import { ukDate } from '../../domain/uk-time.ts'
import { FormActions } from '../account/form-actions.tsx'
import { stayOnSignOut } from '../session.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { useErrorTitle } from '../ui/use-error-title.ts'
import styles from './portal.module.css'
import { AboutYouFields, AddressFields, NameFields } from './profile-fields.tsx'
import {
  type FormField,
  NHS_AGAIN,
  nhsAgainErrors,
  type ProfileError,
  readProfile,
  type SaveProblem,
  SIGNED_OUT,
  saveProfile,
  shownErrors,
} from './save-profile.ts'

type EditProfileProps = {
  member: UserProfile
  onSaved: () => Promise<void>
  onCancel: () => void
}

/** The profile's form (rules §2.2); entries survive every failure. */
export function EditProfile({ member, onSaved, onCancel }: EditProfileProps) {
  const [problem, setProblem] = useState<SaveProblem>({ errors: [] })
  const [isPending, setPending] = useState(false)
  const first = useMemo(() => profileFormOf(member), [member])
  const errors = 'errors' in problem ? problem.errors : NONE
  const listed = useMemo(() => errors.map(listedError), [errors])
  useErrorTitle(errors)
  useEffect(
    () => stayOnSignOut((isSignedIn) => setProblem((now) => afterSession(isSignedIn, now))),
    [],
  )

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const typed = new FormData(event.currentTarget)
    const form = readProfile(typed)
    const wrong = shownErrors(
      [
        ...profileErrors(form, { before: member, today: ukDate(new Date()) }),
        ...nhsAgainErrors(typed, member),
      ],
      typed,
    )
    setProblem({ errors: wrong })
    if (wrong.length > 0) return
    setPending(true)
    const refused = await saveProfile(form, member)
    if (refused) setProblem(refused)
    else await onSaved()
    setPending(false)
  }

  const errorOf = (field: FormField) => errors.find((error) => error.field === field)?.message
  return (
    <form className={styles.form} noValidate onSubmit={save}>
      <ErrorSummary errors={listed} />
      <NameFields first={first} errorOf={errorOf} />
      <AboutYouFields first={first} errorOf={errorOf} member={member} />
      <AddressFields first={first} errorOf={errorOf} email={member.email} />
      <FormActions
        label={isPending ? 'Saving...' : 'Save'}
        isPending={isPending}
        onCancel={onCancel}
        problem={'sentence' in problem ? problem.sentence : null}
      >
        {problem === SIGNED_OUT && (
          <p>
            <a href="/login?from=/portal" target="_blank" rel="noreferrer">
              Sign in again (opens in a new tab)
            </a>
          </p>
        )}
      </FormActions>
    </form>
  )
}

function afterSession(isSignedIn: boolean, problem: SaveProblem): SaveProblem {
  if (!isSignedIn) return SIGNED_OUT
  return problem === SIGNED_OUT ? { errors: NONE } : problem
}

const NONE: ProfileError[] = []

/** 'This field is required.' names its field in the error summary. */
function listedError({ field, message }: ProfileError) {
  if (message !== REQUIRED || field === NHS_AGAIN) return { field, message }
  return { field, message: `${PROFILE_FIELDS[field].label}: ${message}` }
}
