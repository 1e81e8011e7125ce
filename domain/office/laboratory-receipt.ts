// The tubes that a laboratory says it received, compared with those that were taken.
import * as z from 'zod/mini'
import { readTubeCode } from './tube-code.ts'
import type { TubeRule } from './tube-patterns.ts'

export const RECEIPT_LENGTH = 50_000

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(RECEIPT_LENGTH))

/** `text`: the laboratory's list, a tube a line or in a table. `shown` is that of the dry run. */
export const LaboratoryReceiptSchema = z.discriminatedUnion('dry_run', [
  z.object({ dry_run: z.literal(true), text }),
  z.object({ dry_run: z.literal(false), text, shown: z.string().check(z.maxLength(64)) }),
])

const OurTubeSchema = z.object({ tube: z.string(), name: z.string() })

/** Why the laboratory's tube is none that was taken at this event. */
const EXTRA_TUBE_REASONS = ['unknown', 'undone', 'other_event'] as const
export type ExtraTubeReason = (typeof EXTRA_TUBE_REASONS)[number]

export const ReceiptComparedSchema = z.object({
  /** On both lists. */
  received: z.int(),
  /** Of them those that were on their way until now. */
  newly_received: z.int(),
  /** Ours, without a result, that the laboratory does not list. */
  missing: z.array(OurTubeSchema),
  /** The laboratory's, that are none of ours at this event. */
  extra: z.array(
    z.object({
      tube: z.string(),
      reason: z.enum(EXTRA_TUBE_REASONS),
      /** Of the other event. */
      event_name: z.nullable(z.string()),
    }),
  ),
  /** Lines with no tube code in them. */
  unreadable: z.array(z.string()),
  shown: z.string(),
})
export type ReceiptCompared = z.infer<typeof ReceiptComparedSchema>

const MOST_UNREADABLE = 20
const LINE_SHOWN = 80

/** The codes of a list, each once, and the lines with digits in which there is none. */
export function readReceipt(
  list: string,
  rule: TubeRule,
): { codes: string[]; unreadable: string[] } {
  const lines = list.split(/\r?\n/).map((line) => line.trim())
  const read = lines.map((line) => ({ line, codes: codesIn(line, rule) }))
  return {
    codes: [...new Set(read.flatMap(({ codes }) => codes))],
    unreadable: [
      ...new Set(
        read
          .filter(({ line, codes }) => codes.length === 0 && /\d/.test(line))
          .map(({ line }) => line.slice(0, LINE_SHOWN)),
      ),
    ].slice(0, MOST_UNREADABLE),
  }
}

/** A cell is one code, also with spaces in it, or several codes with spaces between them. */
function codesIn(line: string, rule: TubeRule): string[] {
  return line
    .split(/[,;\t|]/)
    .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
    .flatMap((cell) => {
      const whole = readTubeCode(cell, rule)
      if (whole !== null) return [whole]
      return cell.split(/\s+/).flatMap((word) => readTubeCode(word, rule) ?? [])
    })
}
