import { pounds } from '../../../domain/money.ts'
import type { CancellationPreview, RepaymentCounts } from '../../../domain/office/bulk-actions.ts'
import { Fact } from '../../ui/facts.tsx'

const OTHERS: { road: keyof RepaymentCounts; term: string }[] = [
  { road: 'by_hand', term: 'Paid at the venue, to refund by hand' },
  { road: 'under_review', term: 'Under review at PayPal, refunded if it is taken' },
  { road: 'disputed', term: 'Disputed at PayPal, the treasurer decides' },
  { road: 'failed_before', term: 'A refund failed before, to refund by hand' },
]

/** What cancelling pays back, by the way it goes; ways without a payment are left out. */
export function MoneyFacts({
  preview: { money },
  term = 'Payments to refund in full',
}: {
  preview: CancellationPreview
  term?: string
}) {
  return (
    <>
      <Fact term={term}>
        {money.by_card.count}, {pounds(money.by_card.pence)} in total
      </Fact>
      {OTHERS.filter(({ road }) => money[road].count > 0).map(({ road, term: label }) => (
        <Fact key={road} term={label}>
          {money[road].count}, {pounds(money[road].pence)} in total
        </Fact>
      ))}
    </>
  )
}
