// The labels that the office may print tube codes on. Lengths are millimetres.

/** The first label of a page begins at `left`, `top`; `across` and `down` lead to the next one's. */
export type LabelLayout = {
  id: string
  name: string
  page: { width: number; height: number }
  label: { width: number; height: number }
  columns: number
  rows: number
  left: number
  top: number
  across: number
  down: number
  /** The width of the barcode's narrowest bar: whole dots of the printer. */
  module: number
}

const A4 = { width: 210, height: 297 }

/** The narrowest bar that a cheap scanner reads. */
export const LEAST_MODULE = 0.25
/** No office printer reaches the edge of a sheet. */
export const UNPRINTABLE_EDGE = 5
/** Empty modules at either side of a Code 128 (ISO/IEC 15417). */
export const QUIET_MODULES = 10

/**
 * The maker's dimensions of Avery L7651, L7636, L7654 and L7159, which other makers' sheets of as
 * many labels share; the rolls are common for thermal printers of 203 dots an inch. A
 * code of ours is 36 mm wide with its quiet zones, so smaller labels, such as 189 of 25.4 x 10 mm,
 * would need bars too narrow to be read.
 */
export const LABEL_LAYOUTS = [
  {
    id: 'a4-65',
    name: 'A4 sheet, 65 labels of 38.1 x 21.2 mm (L7651)',
    page: A4,
    label: { width: 38.1, height: 21.2 },
    columns: 5,
    rows: 13,
    left: 4.7,
    top: 10.7,
    across: 40.6,
    down: 21.2,
    module: 0.254,
  },
  {
    id: 'a4-48',
    name: 'A4 sheet, 48 labels of 45.7 x 21.2 mm (L7636)',
    page: A4,
    label: { width: 45.7, height: 21.2 },
    columns: 4,
    rows: 12,
    left: 9.7,
    top: 21.3,
    across: 48.3,
    down: 21.2,
    module: 0.296,
  },
  {
    id: 'a4-40',
    name: 'A4 sheet, 40 labels of 45.7 x 25.4 mm (L7654)',
    page: A4,
    label: { width: 45.7, height: 25.4 },
    columns: 4,
    rows: 10,
    left: 9.7,
    top: 21.5,
    across: 48.3,
    down: 25.4,
    module: 0.296,
  },
  {
    id: 'a4-24',
    name: 'A4 sheet, 24 labels of 63.5 x 33.9 mm (L7159)',
    page: A4,
    label: { width: 63.5, height: 33.9 },
    columns: 3,
    rows: 8,
    left: 7.2,
    top: 12.9,
    across: 66,
    down: 33.9,
    module: 0.338,
  },
  roll({ id: 'roll-50x25', name: 'Roll of labels of 50 x 25 mm', width: 50, height: 25 }),
  roll({ id: 'roll-45x13', name: 'Roll of labels of 45 x 13 mm', width: 45, height: 13 }),
] as const satisfies readonly LabelLayout[]

export type LayoutId = (typeof LABEL_LAYOUTS)[number]['id']
export const LAYOUT_IDS = LABEL_LAYOUTS.map(({ id }) => id)

/** Throws for an unknown id. */
export function layoutOf(id: LayoutId): LabelLayout {
  const layout = LABEL_LAYOUTS.find((one) => one.id === id)
  if (!layout) throw new Error(`there is no label layout ${id}`)
  return layout
}

export const NO_ROOM_FOR_NAME =
  'These labels have no room to write on: choose labels of 25 mm or more.'

/** Whether name and date of birth can be written below the code. */
export function hasRoomForName({ label }: LabelLayout): boolean {
  return label.height >= 25
}

export function isSheet({ columns, rows }: LabelLayout): boolean {
  return columns * rows > 1
}

/** The page, from 0, and the corner of the nth label, from 0. */
export function cellOf(
  {
    columns,
    rows,
    left,
    top,
    across,
    down,
  }: Pick<LabelLayout, 'columns' | 'rows' | 'left' | 'top' | 'across' | 'down'>,
  n: number,
): { page: number; x: number; y: number } {
  const onPage = n % (columns * rows)
  return {
    page: Math.floor(n / (columns * rows)),
    x: left + (onPage % columns) * across,
    y: top + Math.floor(onPage / columns) * down,
  }
}

/** A label a page; two dots of 203 an inch a module. */
function roll<const Id extends string>({
  id,
  name,
  ...label
}: {
  id: Id
  name: string
  width: number
  height: number
}) {
  return {
    id,
    name,
    page: label,
    label,
    columns: 1,
    rows: 1,
    left: 0,
    top: 0,
    across: label.width,
    down: label.height,
    module: 0.25,
  }
}
