import {
  CONTACT_WAY_WORDS,
  CONTACT_WAYS,
  SUPPORT_NEEDS,
  SUPPORT_WORDS,
} from '../../../../domain/contact-and-support.ts'
import { latinFieldsOf } from '../../../../domain/latin-names.ts'
import { CONTACT_FIELDS, type ContactField } from '../../../../domain/member-fields.ts'
import { CheckboxGroup, RadioGroup } from '../../../ui/choices.tsx'
import { DateOfBirthField } from '../../../ui/date-of-birth-field.tsx'
import { TextAreaField, TextField } from '../../../ui/field.tsx'
import { LatinNameFields } from '../../../ui/latin-name-fields.tsx'
import { AgeOnTheDay } from './age-on-the-day.tsx'
import { ageOnDay, alikeOnList, personKey } from './draft.ts'
import { NhsNumberFields } from './nhs-number-fields.tsx'
import { OnTheList } from './on-the-list.tsx'
import { StepForm, type StepProps } from './step-form.tsx'

type ErrorOf = (field: string) => string | undefined

/** A field of the person's, by its name. */
function fields({ draft: { person }, change }: StepProps, errorOf: ErrorOf) {
  const set = (field: ContactField, value: string) =>
    change({ person: { ...person, [field]: value } })
  const named = (field: ContactField) => ({
    name: field,
    label: CONTACT_FIELDS[field].label,
    error: errorOf(field),
  })
  const typed = (field: ContactField) => ({
    ...named(field),
    autoComplete: 'off',
    value: person[field],
    onChange: ({ target }: { target: { value: string } }) => set(field, target.value),
  })
  return { named, typed, set }
}

export function WhoStep({ onThis, ...props }: StepProps & { onThis: (name: string) => void }) {
  const { draft, situation, change } = props
  const { person } = draft
  const isNamed = person.first_name !== '' && person.last_name !== ''
  const isAllowed = ageOnDay(draft, situation.day)?.isAllowed
  const alike = isNamed && isAllowed ? alikeOnList(draft, situation) : []
  return (
    <StepForm {...props} step="who" title="Who is the walk-in?" back="Back to the list">
      {(errorOf) => {
        const { named, typed, set } = fields(props, errorOf)
        return (
          <>
            <TextField {...typed('first_name')} autoCapitalize="words" spellCheck={false} />
            <TextField {...typed('last_name')} autoCapitalize="words" spellCheck={false} />
            <LatinNameFields fields={latinFieldsOf(person)} its={typed} />
            <DateOfBirthField
              {...named('date_of_birth')}
              hint="For example, 27 3 1965"
              defaultValue={person.date_of_birth}
              onChange={(date) => set('date_of_birth', date)}
            />
            <AgeOnTheDay draft={draft} day={situation.day} />
            <OnTheList
              people={alike}
              typed={person}
              error={errorOf('alike')}
              onThis={onThis}
              onNobody={() => change({ notOnList: personKey(draft) })}
            />
          </>
        )
      }}
    </StepForm>
  )
}

export function ContactStep(props: StepProps) {
  const { draft, situation, change } = props
  return (
    <StepForm {...props} step="contact" title="How can we contact them?">
      {(errorOf) => {
        const { named, typed, set } = fields(props, errorOf)
        return (
          <>
            <p>We will send the result this way. Ask them to check it with you.</p>
            <TextField {...typed('phone')} type="tel" inputMode="tel" width={20} optional />
            <TextField
              {...typed('email')}
              type="email"
              inputMode="email"
              autoCapitalize="none"
              spellCheck={false}
              optional
            />
            <TextField
              {...typed('care_of')}
              hint="For a care home, a hostel or a friend: who takes letters in."
              maxLength={CONTACT_FIELDS.care_of.max}
              optional
            />
            <TextAreaField
              {...typed('address_lines')}
              rows={2}
              hint="Up to 3 lines. Do not include the town or postcode."
              optional
            />
            <TextField {...typed('town')} width={20} optional />
            <TextField {...typed('postcode')} width={10} autoCapitalize="characters" optional />
            <RadioGroup
              {...named('contact_by')}
              label="How do they want to hear from us?"
              options={CONTACT_WAYS.map((value) => ({ value, label: CONTACT_WAY_WORDS[value] }))}
              value={draft.person.contact_by}
              onChange={(way) => set('contact_by', way)}
            />
            {situation.needsNhsNumber && (
              <NhsNumberFields
                draft={draft}
                change={change}
                error={errorOf('nhs_number')}
                onNumber={(number) => set('nhs_number', number)}
              />
            )}
          </>
        )
      }}
    </StepForm>
  )
}

export function SupportStep(props: StepProps) {
  const { person } = props.draft
  return (
    <StepForm {...props} step="support" title="Do they need support today?">
      {(errorOf) => {
        const { named, typed, set } = fields(props, errorOf)
        return (
          <>
            <CheckboxGroup
              {...named('support_needs')}
              label="Support needs"
              hint="Everybody working here today will see this. Leave it empty if they need no support."
              options={SUPPORT_NEEDS.map((value) => ({ value, label: SUPPORT_WORDS[value] }))}
              value={person.support_needs.split('\n')}
              onChange={(needs) => set('support_needs', needs.filter(Boolean).join('\n'))}
              optional
            />
            <TextField
              {...typed('support_note')}
              maxLength={CONTACT_FIELDS.support_note.max}
              optional
            />
          </>
        )
      }}
    </StepForm>
  )
}
