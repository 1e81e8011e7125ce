import { pounds } from '../../../../domain/money.ts'
import type { DoorPayment, Draft } from './draft.ts'

export const PAYMENT_WORDS: Record<DoorPayment, string> = {
  cash: 'Cash, now',
  'card machine': 'Card machine, now',
  link: 'Their own phone: we send a link when the tablet is connected',
  due: 'Later, here at the door',
  waived: 'Nothing to pay: I am the day lead and waive the price',
}

export function placesText(left: number, keptBack: number): string {
  if (left === 0) return 'There are no places left.'
  const places = left === 1 ? '1 place is left' : `${left} places are left`
  if (keptBack === 0) return `${places}. They get the next one.`
  const kept = keptBack === left ? '' : `${keptBack} of them `
  return `${places}, ${kept}kept back for walk-ins. They get the next one.`
}

/** 'Cash: £25.00' of what was or will be paid. */
export function paysText({ payment, waivedBecause }: Draft, price: number): string {
  if (price === 0) return 'Nothing: the test is free of charge'
  if (payment === 'cash') return `${pounds(price)} in cash`
  if (payment === 'card machine') return `${pounds(price)} by card machine`
  if (payment === 'link') return `${pounds(price)} by a link on their own phone`
  if (payment === 'waived') return `Nothing: ${waivedBecause.trim()}`
  return `${pounds(price)}, still to pay`
}

/** The button that saves: it says that the money is there. */
export function registerText({ payment }: Draft, price: number): string {
  if (price > 0 && payment === 'cash') return `Register, ${pounds(price)} taken in cash`
  if (price > 0 && payment === 'card machine')
    return `Register, ${pounds(price)} taken by card machine`
  return 'Register them'
}
