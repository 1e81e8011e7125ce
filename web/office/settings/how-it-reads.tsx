import { type Charity, inWords } from '../../../domain/charity.ts'
import { letterhead } from '../../../domain/letterhead.ts'
import type { SettingGroupName, SettingTexts } from '../../../domain/office/settings.ts'
import { bookedText } from '../../../domain/office/sms-texts.ts'
import { charity } from '../../charity.ts'
import { Fact, Facts } from '../../ui/facts.tsx'

/** What was typed, where somebody will read it; what fits no rule yet stands as before. */
export function HowItReads({
  group,
  values,
}: {
  group: SettingGroupName
  values: Partial<SettingTexts>
}) {
  const examples = examplesOf(group, { ...NOT_ON_EVERY_PAGE, ...charity, ...values })
  if (examples.length === 0) return null
  return (
    <section className="stack" aria-label="How it reads">
      <b>How it reads</b>
      <Facts>
        {examples.map(({ where, lines }) => (
          <Fact key={where} term={where}>
            {lines.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </Fact>
        ))}
      </Facts>
    </section>
  )
}

const NOT_ON_EVERY_PAGE = {
  pay_invoices_to: '',
  vat_line: '',
  event_warning_title: '',
  event_warning: '',
}

type Example = { where: string; lines: string[] }

function examplesOf(group: SettingGroupName, now: Charity): Example[] {
  const { name, tagline, foot } = letterhead(now)
  const feet = foot.map((line) => (typeof line === 'string' ? line : `${line.words} ${line.phone}`))
  const head = { where: 'At the top of every email', lines: [name, tagline] }
  const end = { where: 'At the foot of every email', lines: feet }
  const examples: Partial<Record<SettingGroupName, Example[]>> = {
    helpline: [end, { where: 'A text message', lines: [inWords(SAMPLE_SMS, now)] }],
    address: [end],
    charity: [head, end],
    events: ownWarningExample(now),
  }
  return examples[group] ?? []
}

function ownWarningExample(now: Charity): Example[] {
  const line = `${now.event_warning_title} ${now.event_warning}`.trim()
  return [{ where: 'Before you book', lines: [line || 'Nothing of ours'] }]
}

const SAMPLE_SMS = bookedText({
  startsAt: new Date('2027-01-16T10:20:00Z'),
  where: 'Witham Public Hall',
  reference: 'SAMP-2345',
})
