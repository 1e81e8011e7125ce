import { expect, test } from 'vitest'
import { isBusinessDay } from '../../domain/business-days.ts'
import { refundExample } from './refund-example.server.ts'

test('the example of the refund policy has a bank holiday and a weekend before the appointment', () => {
  expect(['2027-05-01', '2027-05-02', '2027-05-03'].filter(isBusinessDay)).toEqual([])
  expect(refundExample()).toEqual({
    startsAt: '10:20 on Tuesday 4 May 2027',
    price: '£25.00',
    fee: '£1.03',
    noticeDay: 'Thursday 29 April 2027',
    refundUntil: '10:20 on Thursday 29 April 2027',
    changeUntil: '10:20 on Sunday 2 May 2027',
    paidOn: '1 April 2027',
    fullUntil: '15 April 2027',
    cases: [
      { when: '18:00 on Thursday 15 April 2027', back: '£25.00', by: '29 April 2027' },
      { when: '18:00 on Wednesday 28 April 2027', back: '£23.97', by: '19 May 2027' },
      { when: '09:00 on Friday 30 April 2027', back: '£0.00', by: null },
    ],
  })
})
