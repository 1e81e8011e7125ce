import { expect, test } from 'vitest'
import { appointmentCodeOf } from '../../domain/appointment-code.ts'
import { readCodes } from '../../test/app/read-codes.ts'
import { qrPng } from './qr-png.ts'

test.each(['K7QM-2XRD', 'ZZZZ-9999', '2222-2222'])(
  'the code of %s is read back',
  async (reference) => {
    const text = appointmentCodeOf(reference)
    const png = qrPng(text)
    expect(await readCodes(png)).toEqual([{ format: 'QRCode', text }])
    expect(png.length).toBeLessThan(1_000)
  },
)
