import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { CLAIM_DAYS } from '../../../domain/claim-code.ts'
import { type LetterStep, nextStep } from '../../../domain/office/claim-letters.ts'
import type { ClaimLetterRow, ClaimLetters } from '../../../domain/office/claim-schemas.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { Button, Buttons } from '../../ui/button.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { read, write } from '../api.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { useAction } from '../parts/use-action.ts'
import { CODE_WORDS, STEP_WORDS } from './letter-text.ts'
import styles from './member.module.css'

export function loader({ params, request }: LoaderFunctionArgs): Promise<ClaimLetters> {
  return read('GET /api/office/members/:id/claim-letters', {
    params: { id: String(params.id) },
    signal: request.signal,
  })
}

/** Asks for the letter with a claim code, and records what became of it. */
export function Component() {
  const loaded = useLoaderData<ClaimLetters>()
  const { member_id: id, name, letters, has_account: hasAccount } = loaded
  return (
    <OfficePage
      title={hasAccount ? 'Email address lost' : 'Invite to an online account by post'}
      trail={[
        { label: 'Members', to: '/members' },
        { label: name, to: `/members/${id}` },
      ]}
      lede={`${hasAccount ? LOST : INVITED} The letter has a code that works once, for ${CLAIM_DAYS} days.`}
    >
      <div className={styles.record}>
        {hasAccount && (
          <section aria-labelledby="steps">
            <h2 id="steps">What happens</h2>
            <ol>
              {LOST_STEPS.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </section>
        )}
        <section aria-labelledby="letter">
          <h2 id="letter">The letter</h2>
          <AskForLetter {...loaded} />
        </section>
        <section aria-labelledby="letters">
          <h2 id="letters">Letters so far</h2>
          {letters.length === 0 ? (
            <p>No letter has been printed yet.</p>
          ) : (
            <DataTable
              caption="Letters so far"
              hideCaption
              rows={letters}
              rowKey={({ letter_id: letter }) => letter}
              columns={columnsFor(id)}
            />
          )}
        </section>
      </div>
    </OfficePage>
  )
}

const INVITED =
  'The member uses the letter, with their date of birth, to open an account and see their appointments and results.'
const LOST = 'Only for a member who can no longer use the email address of their account.'
const LOST_STEPS = [
  'The member opens an account with their new address and enters the code and their date of birth.',
  'We write to the old address and mobile number.',
  'The member confirms it there, or a clinician releases it after five days. Until then, nothing is shown and the old account stays.',
]

function AskForLetter(loaded: ClaimLetters) {
  const { member_id: id, address, is_large_print: isLargePrint, against, requested } = loaded
  const params = { id }
  const ask = useAction(async () => {
    if (loaded.letters.some(({ code }) => code === 'open') && !(await confirm(ANOTHER))) return
    const body = { lost_address: loaded.has_account }
    await write('POST /api/office/members/:id/claim-letters', { params, body })
  })
  const cancel = useAction(() =>
    write('POST /api/office/members/:id/claim-letters/cancellation', { params }),
  )
  if (against !== null && requested === null)
    return (
      <Notice tone="warn" title="You cannot make a letter now">
        <p>
          {against} <Link to={`/members/${id}/edit`}>Change contact details</Link>
        </p>
      </Notice>
    )
  return (
    <div className={styles.letter}>
      <address className={styles.lines}>
        {address.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </address>
      {isLargePrint && <p>It is in large print, because of the member’s support needs.</p>}
      {requested && (
        <Notice role="status" title="The letter is waiting to be printed">
          <p>
            {requested.asked_by} asked for it at {momentInWords(new Date(requested.asked_at))}. A
            clinician prints it under Letters, Invitations to print, and hands you the closed
            envelope. {against}
          </p>
        </Notice>
      )}
      <Buttons>
        {requested ? (
          <Button kind="quiet" pending={cancel.isPending} onClick={cancel.run}>
            Cancel the letter
          </Button>
        ) : (
          <Button pending={ask.isPending} onClick={ask.run}>
            Ask for the letter
          </Button>
        )}
      </Buttons>
    </div>
  )
}

const ANOTHER = {
  title: 'Ask for a new letter?',
  text: 'The code in the last letter will stop working when the new one is printed.',
  yes: 'Ask for a new letter',
  no: 'Go back',
}

function columnsFor(memberId: number): Column<ClaimLetterRow>[] {
  return [
    {
      label: 'Made',
      cell: ({ made_at: at, made_by: by }) => (
        <div className={styles.lines}>
          <span>{momentInWords(new Date(at))}</span>
          <span className={styles.small}>{by}</span>
        </div>
      ),
    },
    {
      label: 'Its code',
      cell: ({ code, expires_at: until }) =>
        code === 'open' ? `Works until ${momentInWords(new Date(until))}` : CODE_WORDS[code],
    },
    { label: 'Printed', cell: ({ printed_at: at }) => moment(at) },
    { label: 'Posted', cell: ({ posted_at: at }) => moment(at) },
    { label: 'Returned', cell: ({ returned_at: at }) => moment(at) },
    {
      label: 'Next step',
      cell: (letter) => {
        const step = nextStep(letter)
        return step && <Step memberId={memberId} letter={letter} step={step} />
      },
    },
  ]
}

type StepProps = { memberId: number; letter: ClaimLetterRow; step: LetterStep }

function Step({ memberId, letter, step }: StepProps) {
  const { letter_id: id, made_at: at } = letter
  const { isPending, run } = useAction(async () => {
    if (step === 'returned' && !(await confirm(RETURNED))) return
    await write('PUT /api/office/members/:id/claim-letters/:letter', {
      params: { id: memberId, letter: id },
      body: { step },
    })
  })
  const text = STEP_WORDS[step]
  return (
    <Button
      kind="quiet"
      pending={isPending}
      aria-label={`${text}: the letter of ${momentInWords(new Date(at))}`}
      onClick={run}
    >
      {text}
    </Button>
  )
}

const RETURNED = {
  title: 'Was the letter returned?',
  text: 'Its code will stop working. Call the member to ask for the right address, then ask for a new letter.',
  yes: 'Mark as returned',
  no: 'Go back',
}

function moment(at: string | null): string {
  return at === null ? '' : momentInWords(new Date(at))
}
