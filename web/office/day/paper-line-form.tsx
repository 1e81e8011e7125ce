import { type FormEvent, useEffect, useRef, useState } from 'react'
import { NOT_SAMPLED_REASONS } from '../../../domain/office/attendance.ts'
import type { ShownPerson } from '../../../domain/office/day-people.ts'
import { MOST_COLLECTOR } from '../../../domain/office/day-schemas.ts'
import { ukTime } from '../../../domain/uk-time.ts'
import { Button, Buttons } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { textIn } from '../parts/office-form.tsx'
import { REASON_WORDS, STATE_WORDS } from './day-text.ts'
import type { LineAction, LineErrors, readLine } from './paper-line.ts'

/** What the paper says about one person. Enter goes on. */
export function PaperLine({
  person,
  hasSlips,
  collector,
  read,
  onActions,
  onBack,
  onEnd,
}: {
  person: ShownPerson
  hasSlips: boolean
  /** Who took the blood of the person before, or ''. */
  collector: string
  read: (typed: Parameters<typeof readLine>[0]) => ReturnType<typeof readLine>
  onActions: (actions: LineAction[]) => void
  onBack: (() => void) | undefined
  onEnd: () => void
}) {
  const [errors, setErrors] = useState<LineErrors>({})
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input, select')?.focus()
  }, [])
  function next(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const line = read({
      arrived: textIn(typed, 'arrived'),
      slip: textIn(typed, 'slip'),
      tube: textIn(typed, 'tube'),
      reason: textIn(typed, 'reason'),
      drawnBy: textIn(typed, 'drawn-by'),
    })
    if ('actions' in line) onActions(line.actions)
    else setErrors(line.errors)
  }
  if (!isOpenOnPaper(person))
    return (
      <form ref={form} onSubmit={next}>
        <p>Already recorded: {STATE_WORDS[person.state]}. To change it, undo it in the list.</p>
        <Buttons>
          <Button type="submit" autoFocus>
            Next
          </Button>
          <Button kind="quiet" onClick={onEnd}>
            Stop
          </Button>
        </Buttons>
      </form>
    )
  return (
    <form ref={form} noValidate onSubmit={next}>
      {person.arrived_at ? (
        <p>Arrived at {ukTime(new Date(person.arrived_at))}, already recorded</p>
      ) : (
        <TextField
          name="arrived"
          label="Arrived at"
          hint="For example, 10:42 or 1042. If the list has no time, leave this empty and press Enter."
          width={10}
          inputMode="numeric"
          autoComplete="off"
          error={errors.arrived}
          isAnnounced
        />
      )}
      {hasSlips && (
        <TextField
          name="slip"
          label="Code of the slip"
          hint="Begins with CHS"
          optional
          width={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={errors.slip}
          isAnnounced
        />
      )}
      <TextField
        name="tube"
        label="Tube code"
        optional
        width={20}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={errors.tube}
        isAnnounced
      />
      <TextField
        name="drawn-by"
        label="Blood taken by"
        optional
        maxLength={MOST_COLLECTOR}
        autoComplete="off"
        defaultValue={collector}
      />
      <SelectField
        name="reason"
        label="Or why there is no sample"
        optional
        placeholder="No reason"
        options={NOT_SAMPLED_REASONS.map((value) => ({ value, label: REASON_WORDS[value] }))}
        error={errors.reason}
        isAnnounced
      />
      <Buttons>
        <Button type="submit">Next</Button>
        {onBack && (
          <Button kind="quiet" onClick={onBack}>
            Back one person
          </Button>
        )}
        <Button kind="quiet" onClick={onEnd}>
          Stop
        </Button>
      </Buttons>
    </form>
  )
}

export function isOpenOnPaper({ state }: ShownPerson): boolean {
  return state === 'expected' || state === 'arrived'
}
