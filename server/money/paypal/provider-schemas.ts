import { z } from 'zod/mini'

const Amount = z.object({ value: z.string(), currency_code: z.string() })
const text = z.optional(z.nullable(z.string()))

const CaptureSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  amount: z.optional(Amount),
  processor_response: z.optional(
    z.looseObject({ avs_code: text, cvv_code: text, response_code: text }),
  ),
  seller_receivable_breakdown: z.optional(z.looseObject({ paypal_fee: z.optional(Amount) })),
})
export type ProviderCapture = z.infer<typeof CaptureSchema>

export const ProviderOrderSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  purchase_units: z.optional(
    z.array(
      z.looseObject({
        custom_id: text,
        amount: z.optional(z.looseObject({ value: z.string(), currency_code: z.string() })),
        payments: z.optional(z.looseObject({ captures: z.optional(z.array(CaptureSchema)) })),
      }),
    ),
  ),
  payment_source: z.optional(
    z.looseObject({
      paypal: z.optional(z.looseObject({})),
      card: z.optional(
        z.looseObject({
          brand: text,
          type: text,
          last_digits: text,
          authentication_result: z.optional(
            z.nullable(
              z.looseObject({
                liability_shift: text,
                three_d_secure: z.optional(
                  z.nullable(
                    z.looseObject({ enrollment_status: text, authentication_status: text }),
                  ),
                ),
              }),
            ),
          ),
        }),
      ),
    }),
  ),
})
export type ProviderOrder = z.infer<typeof ProviderOrderSchema>

export const ProviderRefundSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  amount: z.optional(Amount),
  custom_id: text,
})
export type ProviderRefund = z.infer<typeof ProviderRefundSchema>
