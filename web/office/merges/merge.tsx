import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { MergePreview, MergeRequest } from '../../../domain/office/merge-schemas.ts'
import { MERGE_FIELDS, type MergeField } from '../../../domain/office/merges.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import { confirm } from '../../ui/dialog.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { missingFields, OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { ReasonField } from '../parts/reason-form.tsx'
import { useIdempotencyKey } from '../parts/use-idempotency-key.ts'
import { Comparison } from './comparison.tsx'
import { fieldLabel, mergeQuestion, valueInWords } from './merge-text.ts'
import styles from './merges.module.css'

export function loader({ params, request }: LoaderFunctionArgs): Promise<MergePreview> {
  return read('GET /api/office/members/:id/merges/:other', {
    params: { id: String(params.id), other: String(params.other) },
    signal: request.signal,
  })
}

export function Component() {
  const preview = useLoaderData<typeof loader>()
  const { kept, merged, against } = preview
  return (
    <OfficePage
      title={`Merge records ${merged.id} and ${kept.id}`}
      trail={[{ label: 'Possible duplicates', to: '/doubles' }]}
      lede={`Record ${kept.id} is kept. Record ${merged.id} becomes part of it.`}
      actions={<Link to={`/members/${merged.id}/merges/${kept.id}`}>Keep {merged.id} instead</Link>}
    >
      <div className={styles.parts}>
        <Comparison kept={kept} merged={merged} />
        {against.length > 0 ? (
          <Notice tone="warn" title="These records cannot be merged now">
            <ul className={styles.against}>
              {against.map(({ code, sentence }) => (
                <li key={code}>{sentence}</li>
              ))}
            </ul>
          </Notice>
        ) : (
          <Decision {...preview} />
        )}
      </div>
    </OfficePage>
  )
}

/** What is kept, chosen field by field; nothing happens before the question is answered. */
function Decision({ kept, merged, differs, results, needs_second: needsSecond }: MergePreview) {
  const navigate = useNavigate()
  const keyOf = useIdempotencyKey()
  const submit = needsSecond ? 'Propose the merge' : 'Merge the records'
  const hasTwoAccounts = kept.account !== null && merged.account !== null

  function check(typed: FormData): FieldError[] {
    const errors: FieldError[] = []
    for (const field of differs)
      if (textIn(typed, field) === '')
        errors.push({ field, message: `Choose: ${fieldLabel(field).toLowerCase()}.` })
    if (hasTwoAccounts && textIn(typed, 'account') === '')
      errors.push({ field: 'account', message: 'Choose which account to keep.' })
    return [
      ...errors,
      ...missingFields(typed, { reason: 'Say how you know this is the same person.' }),
    ]
  }

  async function merge(typed: FormData) {
    const isSure = await confirm({
      ...mergeQuestion({ kept, merged }),
      ...(needsSecond && {
        text: 'Both members get an email now. Nothing will be merged until another admin approves it.',
        yes: submit,
      }),
    })
    if (!isSure) return
    const body = bodyOf(typed, { kept, merged })
    await write('POST /api/office/members/:id/merges', {
      params: { id: kept.id },
      body,
      idempotencyKey: keyOf(body),
    })
    const text = needsSecond
      ? 'Another admin must approve the merge under Merge requests.'
      : `Record ${merged.id} is now part of record ${kept.id}.`
    toast({ text, tone: 'success' })
    await navigate(needsSecond ? '/merge-requests' : '/doubles')
  }

  const sides = (field: MergeField) => [
    { value: 'kept', label: valueInWords(kept, field) },
    { value: 'merged', label: valueInWords(merged, field) },
  ]
  return (
    <OfficeForm submit={submit} check={check} send={merge}>
      {(errorOf) => (
        <>
          {MERGE_FIELDS.filter((field) => differs.includes(field)).map((field) => (
            <RadioGroup
              key={field}
              name={field}
              label={fieldLabel(field)}
              options={sides(field)}
              defaultValue={onlySide({ kept, merged }, field)}
              error={errorOf(field)}
            />
          ))}
          {hasTwoAccounts && (
            <RadioGroup
              name="account"
              label="Which account will they sign in with from now on?"
              hint="The other account will be closed, and we will email its owner to say so."
              options={[
                { value: 'kept', label: `${kept.account} (record ${kept.id})` },
                { value: 'merged', label: `${merged.account} (record ${merged.id})` },
              ]}
              error={errorOf('account')}
            />
          )}
          {results.length > 0 && (
            <Notice tone="info" title={`Results from record ${merged.id} stay hidden`}>
              <p>After the merge, a clinician decides which of them the member sees.</p>
            </Notice>
          )}
          {needsSecond && (
            <Notice tone="info" title="A second admin must approve this merge">
              <p>It closes an account, or gives one another record.</p>
            </Notice>
          )}
          <ReasonField label="How do you know it is the same person?" error={errorOf('reason')} />
        </>
      )}
    </OfficeForm>
  )
}

function bodyOf(
  typed: FormData,
  { kept, merged }: Pick<MergePreview, 'kept' | 'merged'>,
): MergeRequest {
  const side = (name: string) => {
    const chosen = textIn(typed, name)
    return chosen === 'kept' || chosen === 'merged' ? chosen : undefined
  }
  const fields: MergeRequest['fields'] = {}
  for (const field of MERGE_FIELDS) {
    const chosen = side(field)
    if (chosen) fields[field] = chosen
  }
  const account = side('account')
  return {
    member_id: merged.id,
    kept_version: kept.version,
    merged_version: merged.version,
    fields,
    ...(account && { account }),
    reason: textIn(typed, 'reason'),
  }
}

/** The side that has something, when the other has nothing. */
function onlySide({ kept, merged }: Pick<MergePreview, 'kept' | 'merged'>, field: MergeField) {
  if (merged.fields[field] === '') return 'kept'
  return kept.fields[field] === '' ? 'merged' : undefined
}
