import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { WalkInStrike } from '../../../domain/office/walk-in-strikes.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { Button, Buttons, TextButton } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { read, write } from '../api.ts'
import { OfficePage } from '../parts/office-page.tsx'
import { useAction } from '../parts/use-action.ts'
import { StruckWalkIns } from './struck-walk-ins.tsx'
import styles from './walk-in-strike.module.css'

export function loader({ params, request }: LoaderFunctionArgs): Promise<WalkInStrike> {
  return read('GET /api/office/walk-in-strikes/:id', {
    params: { id: String(params.id) },
    signal: request.signal,
  })
}

/** A request to strike out walk-ins, for the second person. */
export function Component() {
  const strike = useLoaderData<WalkInStrike>()
  const {
    helper,
    since,
    reason,
    requested_by: by,
    requested_at: at,
    approved_by: approver,
  } = strike
  return (
    <OfficePage
      title={`Strike out walk-ins from ${helper}`}
      trail={[{ label: 'Days', to: '/days' }]}
    >
      <div className={styles.parts}>
        <Facts>
          <Fact term="Registered since">{momentInWords(new Date(since))}</Fact>
          <Fact term="Reason">{reason}</Fact>
          <Fact term="Requested by">{`${by}, ${momentInWords(new Date(at))}`}</Fact>
          {approver && <Fact term="Approved by">{approver}</Fact>}
          {strike.struck !== null && <Fact term="Struck out">{strike.struck}</Fact>}
          {strike.state === 'withdrawn' && <Fact term="State">Withdrawn</Fact>}
        </Facts>
        {strike.state === 'waiting' && <Waiting strike={strike} />}
      </div>
    </OfficePage>
  )
}

function Waiting({ strike }: { strike: WalkInStrike }) {
  const { id, part, to_strike, staying, second_people: people, second_person_roles: roles } = strike
  const approval = useAction(() =>
    write('POST /api/office/walk-in-strikes/:id/approval', {
      params: { id },
      body: { expected: { to_strike, staying } },
    }),
  )
  const withdrawal = useAction(() =>
    write('POST /api/office/walk-in-strikes/:id/withdrawal', { params: { id } }),
  )
  return (
    <>
      {part !== 'second person' && (
        <Notice tone="warn">
          {people === 0
            ? 'Nobody else here can approve it. Ask an admin to invite somebody.'
            : `${people === 1 ? '1 colleague' : `${people} colleagues`} who did not register them can approve it: ${roles.join(', ')}. We have emailed them.`}
        </Notice>
      )}
      <StruckWalkIns preview={strike} />
      <Buttons>
        {part === 'second person' && to_strike > 0 && (
          <Button pending={approval.isPending} onClick={approval.run}>
            Approve: cancel {to_strike === 1 ? '1 appointment' : `${to_strike} appointments`}
          </Button>
        )}
        {part !== 'helper' && (
          <TextButton onClick={withdrawal.run}>
            {part === 'requester' ? 'Withdraw the request' : 'Refuse the request'}
          </TextButton>
        )}
      </Buttons>
    </>
  )
}
