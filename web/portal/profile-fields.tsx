import { useState } from 'react'
import { ETHNICITIES, GENDERS } from '../../domain/choices.ts'
import type { UserProfile } from '../../domain/contract.ts'
import { PROFILE_FIELDS, type ProfileField } from '../../domain/member-fields.ts'
import { changedNhsNumber, type ProfileForm } from '../../domain/profile.ts'
import { TYPE_AGAIN_HINT, useBlockPaste } from '../account/block-paste.tsx'
import { NhsNumberField } from '../account/nhs-number-field.tsx'
import { Checkbox, RadioGroup } from '../ui/choices.tsx'
import { DateOfBirthField } from '../ui/date-of-birth-field.tsx'
import { SelectField, TextAreaField, TextField } from '../ui/field.tsx'
import { LatinNameFields, useTypedName } from '../ui/latin-name-fields.tsx'
import { BILLED_AT_HOME, type FormField, NHS_AGAIN } from './save-profile.ts'

type Props = {
  first: ProfileForm
  errorOf: (field: FormField) => string | undefined
}

export function NameFields(props: Props) {
  const its = propsOf(props)
  const { asked, typed } = useTypedName(props.first)
  return (
    <>
      <TextField
        {...its('first_name')}
        {...typed('first_name')}
        hint="Include any middle names, as on your official ID"
        autoComplete="given-name"
      />
      <TextField {...its('last_name')} {...typed('last_name')} autoComplete="family-name" />
      <LatinNameFields fields={asked} its={its} />
    </>
  )
}

export function AboutYouFields({ member, ...props }: Props & { member: UserProfile }) {
  const its = propsOf(props)
  return (
    <>
      <RadioGroup {...its('gender')} options={GENDERS} optional />
      <DateOfBirthField
        {...its('date_of_birth')}
        hint="For example, 27 3 1965. Leave it empty to keep it as it is."
        optional
      />
      <SelectField {...its('ethnicity')} options={ETHNICITIES} optional />
      <TextField {...its('occupation')} autoComplete="organization-title" optional />
      <NhsNumberFields its={its('nhs_number')} again={props.errorOf(NHS_AGAIN)} member={member} />
    </>
  )
}

/** A changed NHS number is typed twice (rules §2.3). */
function NhsNumberFields({
  its,
  again,
  member,
}: {
  its: ReturnType<ReturnType<typeof propsOf>>
  again: string | undefined
  member: UserProfile
}) {
  const [typed, setTyped] = useState(its.defaultValue)
  const { inputProps, notice } = useBlockPaste('this field')
  const isChanged = changedNhsNumber(typed, member) !== null
  return (
    <>
      <NhsNumberField
        {...its}
        hint="A 10-digit number. You can find it on an NHS letter, on a prescription or in the NHS App. For example, 999 123 4567"
        onDigitsChange={setTyped}
        optional
      />
      {isChanged && (
        <NhsNumberField
          name={NHS_AGAIN}
          label="Confirm NHS number"
          hint={TYPE_AGAIN_HINT}
          error={again}
          isRepeated
          {...inputProps}
        />
      )}
      {notice}
    </>
  )
}

export function AddressFields({ email, ...props }: Props & { email: string }) {
  const { first } = props
  const its = propsOf(props)
  const [isSame, setSame] = useState(
    first.billing_address === '' || first.billing_address === first.home_address,
  )
  return (
    <>
      <TextField
        name="email"
        label="Email"
        hint="To change it, close this form and choose ‘Change email address’ in your profile."
        type="email"
        disabled
        defaultValue={email}
      />
      <TextField {...its('phone')} type="tel" width={20} autoComplete="tel" />
      <TextAreaField {...its('home_address')} rows={3} />
      <Checkbox name={BILLED_AT_HOME} checked={isSame} onChange={setSame} optional>
        My billing address is the same as my home address
      </Checkbox>
      {!isSame && <TextAreaField {...its('billing_address')} rows={3} />}
    </>
  )
}

function propsOf({ first, errorOf }: Props) {
  return (name: ProfileField) => ({
    name,
    label: PROFILE_FIELDS[name].label,
    defaultValue: first[name],
    error: errorOf(name),
  })
}
