// Sealed values in base64 within JSON.

import { historyPlace } from '../../members/profile/update-profile.ts'
import {
  dataPlace,
  MESSAGE_QUEUES,
  type MessageQueue,
  reasonPlace,
} from '../../messages/mails/sealed-mail.ts'

/** A sealed value, and where in its JSON it is. */
export type SealedText = { path: string[]; sealed: Buffer; place: string }

/** In the details of an entry 'profile changed' of the audit log. */
export function textsOfHistory({ details, sealId }: { details: unknown; sealId: string }) {
  return ['before', 'after'].flatMap((side) =>
    Object.entries(Object(Object(details)[side])).map(([field, value]) =>
      sealedAt([side, field], String(value), historyPlace(field, sealId)),
    ),
  )
}

/** In a job of a mail or SMS. */
export function textsOfJob(job: { queue: string; id: string; json: unknown; column: JobColumn }) {
  const queue = MESSAGE_QUEUES.find((name) => name === job.queue)
  if (!queue) throw new Error(`Jobs of ${job.queue} are not sealed`)
  const { path, place } = JOB_COLUMNS[job.column]
  const sealed = path.reduce<unknown>((part, name) => Object(part)[name], job.json)
  return typeof sealed === 'string' ? [sealedAt(path, sealed, place(queue, job.id))] : []
}

export type JobColumn = keyof typeof JOB_COLUMNS

const JOB_COLUMNS = {
  data: { path: ['sealed'], place: (queue: MessageQueue, id: string) => dataPlace(queue, id) },
  output: {
    path: ['data', 'sealed'],
    place: (queue: MessageQueue, id: string) => reasonPlace(queue, id),
  },
}

/** A copy of the JSON with this text in the place of the one at `path`. */
export function replaceAt(json: unknown, [name, ...rest]: string[], text: string): unknown {
  if (name === undefined) return text
  return { ...Object(json), [name]: replaceAt(Object(json)[name], rest, text) }
}

function sealedAt(path: string[], text: string, place: string): SealedText {
  return { path, sealed: Buffer.from(text, 'base64'), place }
}
