// How the member of an appointment heard about the last change of its event.
import * as z from 'zod/mini'
import { CLOSE_REASONS, type CloseReason } from './loop-closing.ts'

/** The task of a call about an event, with its outcome. */
export const EventCallSchema = z.object({
  id: z.int(),
  closed_at: z.nullable(z.string()),
  /** Null while it is open, or when something else than a person ended it. */
  reason: z.nullable(z.enum(CLOSE_REASONS as [CloseReason, ...CloseReason[]])),
  closed_by: z.nullable(z.string()),
  calls: z.int(),
  last_called_at: z.nullable(z.string()),
  caller: z.nullable(z.string()),
})
export type EventCall = z.infer<typeof EventCallSchema>

/** The latest call about the event, and when a message about it last reached the member; null for neither. */
export const ToldSchema = z.object({
  call: z.nullable(EventCallSchema),
  message_at: z.nullable(z.string()),
})
export type Told = z.infer<typeof ToldSchema>

/** Whether the member is still to be called, or by which of the two they heard last; null for neither. */
export function toldBy({
  call,
  message_at: messageAt,
}: Told): 'to call' | 'call' | 'message' | null {
  if (call && call.closed_at === null) return 'to call'
  if (call?.closed_at && (messageAt === null || call.closed_at > messageAt)) return 'call'
  return messageAt === null ? null : 'message'
}
