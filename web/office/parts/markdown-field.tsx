import { useRef, useState } from 'react'
import { ApiError } from '../../api.ts'
import { Button, TextButton } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { HowTextReads } from './how-text-reads.tsx'
import styles from './markdown-field.module.css'

type Props = {
  name: string
  label: string
  rows: number
  maxLength: number
  defaultValue: string
  /** How the text reads, as safe HTML. */
  preview: (text: string) => Promise<string>
  error: string | undefined
}

/** What a press puts around the chosen words, or before them at the start of a line. */
const MARKS = [
  { label: 'Heading', before: '\n\n## ', after: '\n\n', words: 'Heading' },
  { label: 'Bold', before: '**', after: '**', words: 'bold words' },
  { label: 'List', before: '\n\n- ', after: '\n- \n\n', words: 'First line' },
  { label: 'Link', before: '[', after: '](https://)', words: 'words of the link' },
] as const

/** A text with headings, bold words, lists and links, by a few buttons, and how it reads. */
export function MarkdownField({ preview, ...field }: Props) {
  const box = useRef<HTMLTextAreaElement>(null)
  const [shown, setShown] = useState<{ html: string } | { problem: string }>()
  const [isPending, setPending] = useState(false)

  async function show() {
    setPending(true)
    try {
      setShown({ html: await preview(box.current?.value ?? '') })
    } catch (error) {
      const problem =
        error instanceof ApiError ? error.message : 'It did not work. Please try again.'
      setShown({ problem })
    } finally {
      setPending(false)
    }
  }

  return (
    <>
      <TextAreaField
        {...field}
        ref={box}
        hint="Leave an empty line to start a new paragraph. The buttons below add a heading, bold words, a list or a link where you are writing."
      />
      <div className={styles.marks}>
        {MARKS.map((mark) => (
          <Button key={mark.label} kind="quiet" onClick={() => addMark(box.current, mark)}>
            {mark.label}
          </Button>
        ))}
        <TextButton icon="magnifying-glass" aria-disabled={isPending || undefined} onClick={show}>
          Show how it reads
        </TextButton>
      </div>
      <div role="status">
        {shown && 'html' in shown && (
          <section className={styles.preview} aria-label="How it reads">
            <HowTextReads html={shown.html} />
          </section>
        )}
        {shown && 'problem' in shown && (
          <Notice tone="warn">
            <p>{shown.problem}</p>
          </Notice>
        )}
      </div>
    </>
  )
}

/** Leaves the words chosen, so that typing replaces them. */
function addMark(
  box: HTMLTextAreaElement | null,
  { before, after, words }: { before: string; after: string; words: string },
): void {
  if (!box) return
  const { selectionStart: from, selectionEnd: to, value } = box
  const chosen = value.slice(from, to) || words
  const start = from === 0 ? before.trimStart() : before
  box.setRangeText(`${start}${chosen}${after}`, from, to)
  box.dispatchEvent(new Event('input', { bubbles: true }))
  box.focus()
  box.setSelectionRange(from + start.length, from + start.length + chosen.length)
}
