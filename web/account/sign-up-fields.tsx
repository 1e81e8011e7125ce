import { type ReactNode, useRef } from 'react'
import { COUNTRIES, ETHNICITIES, GENDERS } from '../../domain/choices.ts'
import { passwordHint } from '../../domain/passwords.ts'
import { LATIN_KEYS, SIGN_UP_FIELDS } from '../../domain/sign-up.ts'
import { isCalendarDate } from '../../domain/uk-time.ts'
import { RadioGroup } from '../ui/choices.tsx'
import { DateOfBirthField } from '../ui/date-of-birth-field.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { LatinNameFields, useTypedName } from '../ui/latin-name-fields.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import styles from './account.module.css'
import { AGE_NOTICE, showAgeNotice } from './age-notice.ts'
import { NhsNumberField } from './nhs-number-field.tsx'
import { keepTyped, type TypedSignUp } from './typed-sign-up.ts'

type Props = {
  errorOf: (field: string) => string | undefined
  /** From before, in this tab. */
  typed: TypedSignUp
}

/** Who the member is; a date of birth outside the ages is refused in this first step. */
export function AboutYou({ errorOf, typed, refusedAge }: Props & { refusedAge: ReactNode }) {
  const name = useTypedName({ first_name: typed.firstName ?? '', last_name: typed.lastName ?? '' })
  const isNoticeShown = useRef(false)

  /** Closing the notice restores the focus, which would open it again. */
  function showNotice() {
    if (isNoticeShown.current) return
    isNoticeShown.current = true
    void showAgeNotice()
  }

  return (
    <>
      <p className={styles.hint}>
        Use your full name as it appears on your official ID, such as your passport or driving
        licence.
      </p>
      <div className={styles.pair}>
        <TextField
          name="firstName"
          label={SIGN_UP_FIELDS.firstName.label}
          hint="With any middle names, for example Alan James"
          autoComplete="given-name"
          error={errorOf('firstName')}
          defaultValue={typed.firstName}
          {...name.typed('first_name')}
        />
        <TextField
          name="lastName"
          label={SIGN_UP_FIELDS.lastName.label}
          hint="Your family name, for example Carter"
          autoComplete="family-name"
          error={errorOf('lastName')}
          defaultValue={typed.lastName}
          {...name.typed('last_name')}
        />
      </div>
      <LatinNameFields
        fields={name.asked}
        its={(field) => ({
          name: LATIN_KEYS[field],
          error: errorOf(LATIN_KEYS[field]),
          defaultValue: typed[LATIN_KEYS[field]],
        })}
      />
      <DateOfBirthField
        name="dateOfBirth"
        label={SIGN_UP_FIELDS.dateOfBirth.label}
        hint={`${AGE_NOTICE} For example, 27 3 1965.`}
        defaultValue={typed.dateOfBirth}
        error={errorOf('dateOfBirth')}
        onChange={(date) => keepTyped('dateOfBirth', isCalendarDate(date) ? date : '')}
        onFocus={showNotice}
        onClick={showNotice}
      />
      {refusedAge}
      <RadioGroup
        name="gender"
        label={SIGN_UP_FIELDS.gender.label}
        hint="What matters for this test is whether you have a prostate."
        options={GENDERS}
        defaultValue={typed.gender}
        error={errorOf('gender')}
      />
      <SelectField
        name="ethnicity"
        label={SIGN_UP_FIELDS.ethnicity.label}
        hint="Your risk depends partly on your ethnic background. We use this to advise you how often to be tested."
        options={ETHNICITIES}
        placeholder="Please choose"
        error={errorOf('ethnicity')}
      />
      <NhsNumberField
        name="nhs"
        label={SIGN_UP_FIELDS.nhs.label}
        hint="A 10-digit number. You can find it on an NHS letter, on a prescription or in the NHS App. For example, 999 123 4567"
        optional
        error={errorOf('nhs')}
      />
    </>
  )
}

export function HowToReachYou({ errorOf, typed }: Props) {
  return (
    <>
      <TextField
        name="address1"
        label={SIGN_UP_FIELDS.address1.label}
        hint="House and street, for example 14 Sample Street"
        autoComplete="address-line1"
        defaultValue={typed.address1}
        error={errorOf('address1')}
      />
      <TextField
        name="address2"
        label={SIGN_UP_FIELDS.address2.label}
        autoComplete="address-line2"
        optional
        defaultValue={typed.address2}
        error={errorOf('address2')}
      />
      <TextField
        name="town"
        label={SIGN_UP_FIELDS.town.label}
        autoComplete="address-level2"
        optional
        width={20}
        defaultValue={typed.town}
        error={errorOf('town')}
      />
      <TextField
        name="postCode"
        label={SIGN_UP_FIELDS.postCode.label}
        hint="For example, CO4 3SQ, or D02 X285 in Ireland"
        width={10}
        autoComplete="postal-code"
        defaultValue={typed.postCode}
        error={errorOf('postCode')}
      />
      <SelectField
        name="country"
        label={SIGN_UP_FIELDS.country.label}
        width={20}
        autoComplete="country-name"
        options={COUNTRIES}
        defaultValue={typed.country ?? COUNTRIES[0]}
        error={errorOf('country')}
      />
      <TextField
        name="phoneNumber"
        label={SIGN_UP_FIELDS.phoneNumber.label}
        type="tel"
        autoComplete="tel"
        placeholder="For example, 447700900123"
        defaultValue={typed.phoneNumber}
        error={errorOf('phoneNumber')}
      />
      <TextField
        name="occupation"
        label={SIGN_UP_FIELDS.occupation.label}
        autoComplete="organization-title"
        optional
        defaultValue={typed.occupation}
        error={errorOf('occupation')}
      />
    </>
  )
}

export function YourSignIn({
  errorOf,
  typed,
  passwordMinLength,
}: Props & { passwordMinLength: number }) {
  return (
    <>
      <TextField
        name="email"
        label={SIGN_UP_FIELDS.email.label}
        hint="We will send your booking confirmation here."
        type="email"
        autoComplete="email"
        defaultValue={typed.email}
        error={errorOf('email')}
      />
      <PasswordField
        name="password"
        label={SIGN_UP_FIELDS.password.label}
        hint={passwordHint(passwordMinLength)}
        autoComplete="new-password"
        error={errorOf('password')}
      />
      <PasswordField
        name="confirmPassword"
        label={SIGN_UP_FIELDS.confirmPassword.label}
        autoComplete="new-password"
        error={errorOf('confirmPassword')}
      />
    </>
  )
}
