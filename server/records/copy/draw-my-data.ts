import type { Charity } from '../../../domain/charity.ts'
import type { MyData } from '../../../domain/my-data.ts'
import { type MyDataSection, myDataSections } from '../../../domain/my-data-text.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { type LetterPart, letterPdf } from '../../messages/letters/letter-pdf.ts'

/** The copy of a member's data to read or print. */
export function drawMyData(
  data: MyData,
  { charity, at }: { charity: Charity; at: Date },
): Promise<Buffer> {
  const { full, empty } = myDataSections(data)
  const letter = {
    title: 'All my data',
    to: [String(data.account.email ?? '')],
    at,
    reference: data.profile_id === null ? 'Account' : `Profile ${data.profile_id}`,
    isLargePrint: false,
    isCarried: true,
    parts: [
      {
        paragraph: `This is everything we held about you at ${momentInWords(new Date(data.prepared_at))}. It includes health details. Keep it somewhere only you can get to it.`,
      },
      ...full.flatMap(partsOf),
      { heading: 'Where we hold nothing' },
      { paragraph: empty.join('\n') },
      { heading: 'What is not included' },
      ...data.not_included.map((paragraph) => ({ paragraph })),
    ],
  }
  return letterPdf(letter, charity)
}

function partsOf({ title, records }: MyDataSection): LetterPart[] {
  return [
    { heading: title },
    ...records.map((lines) => ({
      paragraph: lines.map(([term, text]) => `${term}: ${text}`).join('\n'),
    })),
  ]
}
