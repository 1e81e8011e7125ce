import type { CharityEvent } from '../../domain/contract.ts'

const WHO_CAN_BOOK: Record<CharityEvent['exclusive_for'], string> = {
  COMMUNITY: 'Public: any man aged 40 to 80 can book',
  FREEMASONS: 'No code needed: for lodge members, their families and guests, men aged 40 to 80',
  CORPORATE: 'No code needed: for men aged 40 to 80 who work there',
}

export function kindInWords(event: CharityEvent): string {
  return event.is_private
    ? 'Private: you need the access code from your host'
    : WHO_CAN_BOOK[event.exclusive_for]
}
