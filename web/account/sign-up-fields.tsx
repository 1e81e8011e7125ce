import { useRef } from 'react'
import { COUNTRIES, ETHNICITIES, GENDERS } from '../../domain/choices.ts'
import { passwordHint } from '../../domain/passwords.ts'
import { LATIN_KEYS, SIGN_UP_FIELDS } from '../../domain/sign-up.ts'
import { RadioGroup } from '../ui/choices.tsx'
import { DateOfBirthField } from '../ui/date-of-birth-field.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { LatinNameFields, useTypedName } from '../ui/latin-name-fields.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import styles from './account.module.css'
import { AGE_NOTICE, showAgeNotice } from './age-notice.ts'
import { NhsNumberField } from './nhs-number-field.tsx'

type Props = { errorOf: (field: string) => string | undefined }

export function NameAndAddress({ errorOf }: Props) {
  const { asked, typed } = useTypedName({ first_name: '', last_name: '' })
  return (
    <>
      <h2>Your name and address</h2>
      <p className={styles.hint}>
        Use your full name as it appears on your official ID, such as your passport or driving
        licence.
      </p>
      <div className={styles.pair}>
        <TextField
          name="firstName"
          label={SIGN_UP_FIELDS.firstName.label}
          hint="Include any middle names"
          autoComplete="given-name"
          error={errorOf('firstName')}
          {...typed('first_name')}
        />
        <TextField
          name="lastName"
          label={SIGN_UP_FIELDS.lastName.label}
          hint="Your family name"
          autoComplete="family-name"
          error={errorOf('lastName')}
          {...typed('last_name')}
        />
      </div>
      <LatinNameFields
        fields={asked}
        its={(field) => ({ name: LATIN_KEYS[field], error: errorOf(LATIN_KEYS[field]) })}
      />
      <TextField
        name="address1"
        label={SIGN_UP_FIELDS.address1.label}
        autoComplete="address-line1"
        error={errorOf('address1')}
      />
      <TextField
        name="address2"
        label={SIGN_UP_FIELDS.address2.label}
        autoComplete="address-line2"
        optional
        error={errorOf('address2')}
      />
      <TextField
        name="postCode"
        label={SIGN_UP_FIELDS.postCode.label}
        width={10}
        autoComplete="postal-code"
        error={errorOf('postCode')}
      />
      <SelectField
        name="country"
        label={SIGN_UP_FIELDS.country.label}
        width={20}
        autoComplete="country-name"
        options={COUNTRIES}
        defaultValue={COUNTRIES[0]}
        error={errorOf('country')}
      />
    </>
  )
}

export function AboutYou({ errorOf }: Props) {
  const isNoticeShown = useRef(false)

  /** Closing the notice restores the focus, which would open it again. */
  function showNotice() {
    if (isNoticeShown.current) return
    isNoticeShown.current = true
    void showAgeNotice()
  }

  return (
    <>
      <h2>About you</h2>
      <TextField
        name="occupation"
        label={SIGN_UP_FIELDS.occupation.label}
        autoComplete="organization-title"
        optional
        error={errorOf('occupation')}
      />
      <NhsNumberField
        name="nhs"
        label={SIGN_UP_FIELDS.nhs.label}
        hint="A 10-digit number. You can find it on an NHS letter, on a prescription or in the NHS App. For example, 999 123 4567"
        optional
        error={errorOf('nhs')}
      />
      <RadioGroup
        name="gender"
        label={SIGN_UP_FIELDS.gender.label}
        hint="What matters for this test is whether you have a prostate."
        options={GENDERS}
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
      <DateOfBirthField
        name="dateOfBirth"
        label={SIGN_UP_FIELDS.dateOfBirth.label}
        hint={`${AGE_NOTICE} For example, 27 3 1965.`}
        error={errorOf('dateOfBirth')}
        onFocus={showNotice}
        onClick={showNotice}
      />
    </>
  )
}

export function YourSignIn({
  errorOf,
  asks,
  passwordMinLength,
}: Props & { asks: 'all' | 'phone' | 'sign-in'; passwordMinLength: number }) {
  const phone = (
    <TextField
      name="phoneNumber"
      label={SIGN_UP_FIELDS.phoneNumber.label}
      type="tel"
      width={20}
      autoComplete="tel"
      placeholder="447700900123"
      error={errorOf('phoneNumber')}
    />
  )
  if (asks === 'phone') return phone
  return (
    <>
      <h2>{asks === 'all' ? 'Your contact and sign-in details' : 'Your sign-in details'}</h2>
      {asks === 'all' && phone}
      <TextField
        name="email"
        label={SIGN_UP_FIELDS.email.label}
        hint="We will send your booking confirmation here."
        type="email"
        autoComplete="email"
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
