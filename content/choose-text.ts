import { createHash } from 'node:crypto'
import type { Approval } from './approvals.ts'

/** A page whose words nobody has approved is not published in production. */
export type PublishedText = { text: string; isApproved: boolean }

/** Throws Error when the copy is not what was approved. */
export function chooseText({
  text,
  approval,
  copy,
}: {
  text: string
  approval: Approval | null
  copy: string | undefined
}): PublishedText {
  if (approval === null) return { text, isApproved: false }
  if (hashOf(text) === approval.sha256) return { text, isApproved: true }
  if (copy === undefined || hashOf(copy) !== approval.sha256)
    throw new Error('content/approved does not have the text that was approved')
  return { text: copy, isApproved: true }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
