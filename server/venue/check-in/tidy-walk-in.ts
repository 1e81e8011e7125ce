import type { DoubtedWalkIn } from '../../../domain/office/walk-in-schemas.ts'
import { contactWay } from '../../../domain/office/walk-ins.ts'
import { visibleName } from '../../../domain/person-name.ts'
import { readPostcode } from '../../../domain/postal-address.ts'
import { plainText } from '../../platform/http/plain-text.ts'

/** Without control characters; a postcode that is none stays in the address. */
export function tidied<T extends Omit<DoubtedWalkIn, 'doubt'>>(form: T): T {
  const { address_lines: lines = [], postcode } = form
  const isPostcode = readPostcode(postcode ?? '') !== null
  const typed = plainText(postcode ?? '')
  const kept = isPostcode || typed === '' ? lines : [...lines, typed]
  const tidy = {
    ...form,
    first_name: visibleName(form.first_name),
    last_name: visibleName(form.last_name),
    phone: plainText(form.phone ?? ''),
    address_lines: inThree(kept.map(plainText).filter((line) => line !== '')),
    postcode: isPostcode ? postcode : null,
  }
  return { ...tidy, contact_by: contactWay(tidy) ?? undefined }
}

function inThree(lines: string[]): string[] {
  return lines.length <= 3 ? lines : [...lines.slice(0, 2), lines.slice(2).join(', ')]
}
