import { GENDERS } from '../../../domain/choices.ts'
import {
  CONTACT_WAY_WORDS,
  CONTACT_WAYS,
  SUPPORT_NEEDS,
  SUPPORT_WORDS,
} from '../../../domain/contact-and-support.ts'
import { CONTACT_FIELDS, type ContactField } from '../../../domain/member-fields.ts'
import { NhsNumberField } from '../../account/nhs-number-field.tsx'
import { CheckboxGroup, RadioGroup } from '../../ui/choices.tsx'
import { DateOfBirthField } from '../../ui/date-of-birth-field.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { LatinNameFields, useTypedName } from '../../ui/latin-name-fields.tsx'
import type { ContactForm } from './contact-text.ts'

const MAY_OPEN = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

type Props = {
  before: ContactForm
  errorOf: (field: string) => string | undefined
  /** With an account the member changes e-mail address and NHS number in the portal. */
  hasAccount: boolean
  hasNhsNumber?: boolean
  /** The number on record is a mobile that nobody has confirmed. */
  isToConfirm?: boolean
}

export function ContactFields({
  before,
  errorOf,
  hasAccount,
  hasNhsNumber = false,
  isToConfirm = false,
}: Props) {
  const its = (field: ContactField) => ({
    name: field,
    label: CONTACT_FIELDS[field].label,
    defaultValue: before[field],
    error: errorOf(field),
    autoComplete: 'off',
  })
  const choice = (field: ContactField) => ({
    name: field,
    label: CONTACT_FIELDS[field].label,
    error: errorOf(field),
  })
  const { asked, typed } = useTypedName(before)
  return (
    <>
      <TextField {...its('first_name')} {...typed('first_name')} />
      <TextField {...its('last_name')} {...typed('last_name')} />
      <LatinNameFields fields={asked} its={its} />
      <SelectField {...its('gender')} options={GENDERS} />
      <DateOfBirthField {...its('date_of_birth')} hint="For example, 27 3 1965" />
      {!hasAccount && (
        <>
          <NhsNumberField
            {...choice('nhs_number')}
            error={errorOf('nhs_number')}
            hint={
              hasNhsNumber
                ? 'We already have one. Leave this empty to keep it.'
                : 'Ten digits, on any letter from the NHS. Some laboratories need it.'
            }
            optional
          />
          <NhsNumberField
            name="nhs_number_again"
            label="NHS number again"
            hint="Ask the member to read it a second time."
            error={undefined}
            isRepeated
            optional
          />
        </>
      )}
      <TextField
        {...its('care_of')}
        hint="For a prison, a care home or a friend: who takes letters in. Printed under the name."
        maxLength={CONTACT_FIELDS.care_of.max}
        optional
      />
      <RadioGroup
        {...choice('staff_may_open')}
        defaultValue={before.staff_may_open}
        hint="Only for letters care of a place. Ask the member."
        options={MAY_OPEN}
        optional
      />
      <TextAreaField
        {...its('address_lines')}
        rows={3}
        hint="Up to three lines, without town and postcode."
        optional
      />
      <TextField {...its('town')} optional />
      <TextField {...its('postcode')} width={10} optional />
      {hasAccount && (
        <TextAreaField
          {...its('billing_address')}
          rows={3}
          hint="If you leave this empty, we use the home address."
          optional
        />
      )}
      <TextField {...its('phone')} type="tel" width={20} optional={!hasAccount} />
      {isToConfirm && (
        <CheckboxGroup
          name="phone_confirmed"
          label="Is this the member’s own number?"
          hint="Ask by phone or in person. Until then we will not send texts to it. A number that you change counts as confirmed."
          options={[{ value: 'yes', label: 'The member confirmed this number' }]}
          defaultValue={[]}
          optional
        />
      )}
      {!hasAccount && <TextField {...its('email')} type="email" optional />}
      <RadioGroup
        {...choice('contact_by')}
        defaultValue={before.contact_by}
        options={CONTACT_WAYS.map((value) => ({ value, label: CONTACT_WAY_WORDS[value] }))}
      />
      <CheckboxGroup
        {...choice('support_needs')}
        defaultValue={before.support_needs.split('\n')}
        hint="Ask what would help. Everybody working at the event will see this."
        options={SUPPORT_NEEDS.map((value) => ({ value, label: SUPPORT_WORDS[value] }))}
        optional
      />
      <TextField {...its('support_note')} maxLength={CONTACT_FIELDS.support_note.max} optional />
    </>
  )
}
