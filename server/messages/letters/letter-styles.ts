/** Points; `leading` is from line to line. */
export type Style = {
  size: number
  leading: number
  weight?: 'regular' | 'bold'
  color?: string
}
/** `gap` after a paragraph, as a share of the leading of the text. */
export type Styles = {
  text: Style
  title: Style
  heading: Style
  code: Style
  foot: Style
  gap: number
}
type Sizes = Record<Exclude<keyof Styles, 'gap'>, number>

export const INK = '#17202b'
export const NAVY = '#10243e'

const USUAL = { text: 12.5, title: 18, heading: 14.5, code: 26, foot: 9 }
const LARGE = { text: 18, title: 24, heading: 20, code: 34, foot: 16 }

/** From the roomiest to the tightest; what a member reads is never smaller than 12 points. */
export const USUAL_PRINT: readonly [Styles, ...Styles[]] = [
  stylesOf(USUAL, { leading: 1.3, gap: 0.6 }),
  stylesOf(USUAL, { leading: 1.22, gap: 0.4 }),
  stylesOf({ ...USUAL, text: 12, title: 16, heading: 13 }, { leading: 1.18, gap: 0.32 }),
]
/** The last, for a surgery, brings a letter onto one sheet. */
export const SURGERY_PRINT: readonly [Styles, ...Styles[]] = [
  ...USUAL_PRINT,
  stylesOf({ ...USUAL, text: 10.5, title: 15, heading: 12, code: 18 }, { leading: 1.15, gap: 0.3 }),
]
/** Never tightened. */
export const LARGE_PRINT: readonly [Styles, ...Styles[]] = [
  stylesOf(LARGE, { leading: 1.3, gap: 0.6 }),
]
export const SMALL: Style = { size: 10, leading: 13 }

function stylesOf(sizes: Sizes, { leading, gap }: { leading: number; gap: number }): Styles {
  const style = (size: number): Style => ({ size, leading: size * leading })
  const bold = { weight: 'bold' as const, color: NAVY }
  return {
    text: style(sizes.text),
    title: { ...style(sizes.title), ...bold },
    heading: { ...style(sizes.heading), ...bold },
    code: { ...style(sizes.code), ...bold },
    foot: style(sizes.foot),
    gap,
  }
}
