import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { MergePreview, ProposedMerge } from '../../../domain/office/merge-schemas.ts'
import { MERGE_FIELDS } from '../../../domain/office/merges.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { OfficePage } from '../parts/office-page.tsx'
import { useAction } from '../parts/use-action.ts'
import { Comparison } from './comparison.tsx'
import { fieldLabel, mergeQuestion, movesInWords, valueInWords } from './merge-text.ts'
import styles from './merges.module.css'

export function loader({ params, request }: LoaderFunctionArgs): Promise<ProposedMerge> {
  return read('GET /api/office/merge-requests/:id', {
    params: { id: String(params.id) },
    signal: request.signal,
  })
}

/** A merge that one admin has proposed, as the second admin approves it. */
export function Component() {
  const proposed = useLoaderData<typeof loader>()
  const { preview, proposed_by: by, reason } = proposed
  const { kept, merged } = preview
  return (
    <OfficePage
      title={`Approve the merge of ${merged.id} and ${kept.id}`}
      trail={[
        { label: 'Possible duplicates', to: '/doubles' },
        { label: 'Merge requests', to: '/merge-requests' },
      ]}
      lede={`${by} proposes to keep record ${kept.id}: ${reason}`}
    >
      <div className={styles.parts}>
        <Comparison kept={kept} merged={merged} />
        <Chosen {...proposed} />
        <Approval {...proposed} />
      </div>
    </OfficePage>
  )
}

/** What the first admin chose where the records differ, and what moves. */
function Chosen({ chosen, account, preview: { kept, merged, results } }: ProposedMerge) {
  const [stays, closes] = account === 'merged' ? [merged, kept] : [kept, merged]
  return (
    <section aria-labelledby="chosen">
      <h2 id="chosen">What the merge does</h2>
      <p>{movesInWords(merged)}</p>
      <Facts>
        {MERGE_FIELDS.flatMap((field) => {
          const side = chosen[field]
          if (!side) return []
          return (
            <Fact key={field} term={fieldLabel(field)}>
              {valueInWords({ kept, merged }[side], field)}
            </Fact>
          )
        })}
        {account && <Fact term="Account that stays">{stays.account}</Fact>}
        {account && <Fact term="Account that is closed">{closes.account}</Fact>}
        {results.length > 0 && (
          <Fact term={`Results of record ${merged.id}`}>
            {results.length}, hidden until a clinician decides
          </Fact>
        )}
      </Facts>
    </section>
  )
}

function Approval(proposed: ProposedMerge) {
  const {
    request_id: id,
    proposed_by: by,
    preview: { kept, merged },
  } = proposed
  const navigate = useNavigate()
  const { isPending, run } = useAction(async () => {
    if (!(await confirm(mergeQuestion({ kept, merged })))) return
    await write('POST /api/office/merge-requests/:id/confirmation', { params: { id } })
    toast({ text: `Record ${merged.id} is now part of record ${kept.id}.`, tone: 'success' })
    await navigate('/merge-requests')
  })
  const against = whyNotNow(proposed)
  if (against.length === 0)
    return (
      <Button pending={isPending} onClick={run}>
        Merge the records
      </Button>
    )
  return (
    <Notice tone="warn" title={`${by}’s proposal cannot be approved now`}>
      <ul className={styles.against}>
        {against.map(({ code, sentence }) => (
          <li key={code}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  )
}

function whyNotNow({ may_confirm, is_outdated, preview }: ProposedMerge): MergePreview['against'] {
  return [
    ...(may_confirm ? [] : [{ code: 'own', sentence: 'Another admin must approve it.' }]),
    ...(is_outdated
      ? [
          {
            code: 'outdated',
            sentence: 'A record has changed since. Ask for a new proposal, or refuse this one.',
          },
        ]
      : []),
    ...preview.against,
  ]
}
