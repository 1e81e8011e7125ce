import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { ErasureException } from '../../../domain/office/erasure-schemas.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { read, write } from '../api.ts'
import { OfficePage } from '../parts/office-page.tsx'
import { ReasonForm } from '../parts/reason-form.tsx'
import { useReportDone } from '../parts/use-report-done.ts'
import styles from './duties.module.css'
import { UNDER_WAY_WORDS } from './erasure-text.ts'

export function loader({ params, request }: LoaderFunctionArgs): Promise<ErasureException> {
  return read('GET /api/office/erasures/:id/exception', {
    params: { id: String(params.id) },
    signal: request.signal,
  })
}

/** A clinician signs that an erasure need not wait for what is under way. */
export function Component() {
  const requested = useLoaderData<ErasureException>()
  const reportDone = useReportDone()
  const waits = requested.under_way.filter(({ is_signed: isSigned }) => !isSigned)

  async function sign(reason: string) {
    await write('POST /api/office/erasures/:id/exception', {
      params: { id: requested.request_id },
      body: { reason },
    })
    await reportDone('You have signed. An admin can now erase the data.')
  }

  return (
    <OfficePage
      title={`Erasure of ${requested.name}`}
      trail={[{ label: 'Tasks', to: '/loops' }]}
      lede={`Born ${dayInWords(requested.date_of_birth)}. Tell the member first what they need to know: afterwards nobody can.`}
    >
      {requested.under_way.length === 0 && <p>Nothing is in progress for this member.</p>}
      <ul className={styles.bullets}>
        {requested.under_way.map(({ what, is_signed: isSigned }) => (
          <li key={what}>
            {UNDER_WAY_WORDS[what]} {isSigned && 'Signed.'}
          </li>
        ))}
      </ul>
      {waits.length > 0 && (
        <ReasonForm
          submit="Sign: erase all the same"
          label="Why, and what the member was told"
          missing="Say why, and what the member was told."
          send={sign}
        />
      )}
    </OfficePage>
  )
}
