import * as z from 'zod/mini'

/** How long a code for a new device lives. */
export const DEVICE_CODE_MINUTES = 10

export const DeviceCodeSchema = z.object({ code: z.string().check(z.maxLength(20)) })
