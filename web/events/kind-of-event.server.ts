import type { CharityEvent } from '../../domain/contract.ts'

const WHO_CAN_BOOK: Record<CharityEvent['exclusive_for'], string> = {
  COMMUNITY: 'Public: any man of 40 to 80 can book',
  FREEMASONS: 'No code needed: for the lodge, its families and guests, men of 40 to 80',
  CORPORATE: 'No code needed: for men of 40 to 80 who work there',
}

export function kindInWords(event: CharityEvent): string {
  return event.is_private
    ? 'Private: you need the access code that the host gave you'
    : WHO_CAN_BOOK[event.exclusive_for]
}
