import type { SupportNeed } from '../../../domain/contact-and-support.ts'
import { HELPER_PARTS, HELPER_WORDS } from '../../../domain/office/consent-help.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import { TextField } from '../../ui/field.tsx'
import { type HelpForm, partOf } from './consent-help-form.ts'

const PARTS = [
  { value: 'alone', label: 'Nobody: the member answers alone' },
  ...HELPER_PARTS.filter((part) => part !== 'interpreter').map((value) => ({
    value,
    label: HELPER_WORDS[value],
  })),
]

type Props = {
  help: HelpForm
  needs: readonly SupportNeed[]
  errorOf: (field: string) => string | undefined
  onChange: (help: HelpForm) => void
}

/** Who helps with the answers, and who interprets for a member who needs it. */
export function ConsentHelpFields({ help, needs, errorOf, onChange }: Props) {
  const typed = (field: 'name' | 'interpreter_name' | 'interpreter_language') => ({
    value: help[field],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ ...help, [field]: target.value }),
  })
  return (
    <>
      {needs.includes('interpreter') && (
        <>
          <TextField
            {...typed('interpreter_name')}
            name="interpreter_name"
            label="Name of the interpreter"
            maxLength={120}
            error={errorOf('interpreter_name')}
          />
          <TextField
            {...typed('interpreter_language')}
            name="interpreter_language"
            label="Language"
            width={20}
            maxLength={60}
            error={errorOf('interpreter_language')}
          />
        </>
      )}
      <RadioGroup
        name="helper"
        label="Does somebody help with the answers?"
        hint="Nobody ticks for a member without being named."
        options={PARTS}
        value={help.part || 'alone'}
        onChange={(value) => onChange({ ...help, part: partOf(value) })}
      />
      {help.part !== '' && (
        <TextField
          {...typed('name')}
          name="helped_by"
          label="Name of who helps"
          maxLength={120}
          error={errorOf('helped_by')}
        />
      )}
    </>
  )
}
