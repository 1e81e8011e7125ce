import {
  type Colours,
  drawSubject,
  NEWS_SUBJECTS,
  type NewsSubject,
} from './news-drawings.server.ts'

const NAVY = '#10243e'
const BLUE = '#17325a'
const FOREST = '#43604d'
const MOSS = '#557862'
const SAGE = '#8fae98'
const PALE_SAGE = '#d0ded3'
const SAND = '#f3efe6'
const DEEP_SAND = '#e2d9c6'
const OCHRE = '#e3ae4f'
const PAPER = '#fbfaf6'

const COLOURS: readonly Colours[] = [
  [NAVY, SAGE, SAND, OCHRE],
  [PALE_SAGE, NAVY, MOSS, PAPER],
  [FOREST, SAND, SAGE, OCHRE],
  [DEEP_SAND, FOREST, BLUE, PAPER],
  [BLUE, PALE_SAGE, PAPER, OCHRE],
  [SAGE, NAVY, PAPER, FOREST],
]

/** What each item is about, by its id. A later item gets one of the drawings in turn. */
const SUBJECTS: readonly NewsSubject[] = [
  ...(['newspaper', 'hall', 'checks', 'lights', 'ribbon', 'poster', 'bars', 'laptop'] as const),
  ...(['evening', 'telephone', 'lorry', 'signpost', 'questions', 'bars', 'flask'] as const),
  ...(['scan', 'bunting', 'stall', 'columns', 'mug', 'magnifier', 'calendar', 'hall'] as const),
  ...(['door', 'football', 'reply', 'queue', 'apart', 'arch', 'barrier', 'submission'] as const),
  ...(['cake', 'moustache', 'works', 'stall', 'calendar', 'sheaf', 'tree', 'submission'] as const),
  ...([
    'snow',
    'poster',
    'ribbon',
    'bus',
    'cricket',
    'boat',
    'map',
    'chairs',
    'moustache',
    'reply',
  ] as const),
]

export function coverOf(id: number): { subject: NewsSubject; colours: number } {
  const subject = SUBJECTS[id] ?? NEWS_SUBJECTS[id % NEWS_SUBJECTS.length] ?? 'hall'
  return { subject, colours: id % COLOURS.length }
}

/** The picture of an item as SVG, without the element around it. */
export function drawCover(id: number): string {
  const { subject, colours } = coverOf(id)
  const chosen = COLOURS[colours]
  if (!chosen) throw new Error(`no colours for the cover of item ${id}`)
  return drawSubject(subject, chosen)
}
