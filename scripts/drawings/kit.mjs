// Shared parts of every drawing: palette, land and trees. All deterministic. Light comes from
// the left, shade lies on the right. The y axis points down.
export const C = {
  n950: '#0B1B33',
  n900: '#10243E',
  n800: '#17325A',
  n700: '#1F4373',
  n600: '#2B5A94',
  s900: '#26352A',
  s800: '#33483A',
  s700: '#43604D',
  s600: '#557862',
  s500: '#6F927B',
  s400: '#8FAE98',
  s300: '#B2C8B8',
  s200: '#D0DED3',
  s100: '#E6EEE8',
  s50: '#F3F7F4',
  paper: '#FBFAF6',
  sand: '#F3EFE6',
  sand2: '#E2D9C6',
  sand3: '#CBBEA4',
  ochre: '#E3AE4F',
  lamp: '#FFDf94',
  brick: '#A5573C',
  ink: '#17202B',
}
export const SKIN = ['#F0C8A6', '#DDA67B', '#C2865A', '#95603B', '#6B4229', '#4A2C1D']
export const round = (n) => Math.round(n * 10) / 10
// A curve through points (Catmull-Rom).
export function smooth(p) {
  let d = `M${round(p[0][0])} ${round(p[0][1])}`
  for (let i = 0; i < p.length - 1; i++) {
    const k = 0.5
    const a = p[i - 1] || p[i],
      b = p[i],
      c = p[i + 1],
      e = p[i + 2] || c
    d += `C${round(b[0] + ((c[0] - a[0]) * k) / 3)} ${round(b[1] + ((c[1] - a[1]) * k) / 3)} ${round(c[0] - ((e[0] - b[0]) * k) / 3)} ${round(c[1] - ((e[1] - b[1]) * k) / 3)} ${round(c[0])} ${round(c[1])}`
  }
  return d
}
let ids = 0
export const nextId = () => {
  ids += 1
  return `c${ids}`
}
export function hill(
  pts,
  { fill, line, n = 5, step = 16, w = 1.25, o = 0.5, base = 760, flat = 0.14, drift = 0 },
) {
  const d = `${smooth(pts)}L${pts.at(-1)[0]} ${base}L${pts[0][0]} ${base}Z`
  const c = nextId()
  const mid = pts.reduce((s, p) => s + p[1], 0) / pts.length
  let lines = ''
  for (let i = 1; i <= n; i++) {
    const off = step * i + i * i * step * 0.12
    const q = pts.map((p) => [
      p[0] + drift * i,
      p[1] + (mid - p[1]) * Math.min(0.85, flat * i) + off,
    ])
    lines += `<path d="${smooth(q)}" opacity="${round(Math.max(0.15, 1 - i * 0.12))}"/>`
  }
  return `<path d="${d}" fill="${fill}"/><clipPath id="${c}"><path d="${d}"/></clipPath><g clip-path="url(#${c})" fill="none" stroke="${line}" stroke-width="${w}" opacity="${o}">${lines}</g>`
}
export const tree = (x, y, s, f, f2) =>
  `<g transform="translate(${x} ${y}) scale(${s})"><path d="M-2 0V-22H2V0Z" fill="${f2}"/><path d="M0-64c13 0 20 11 18 22 8 5 6 20-6 21-5 3-19 3-24 0-12-1-14-16-6-21-2-11 5-22 18-22Z" fill="${f}"/><path d="M0-64c13 0 20 11 18 22 8 5 6 20-6 21-3 2-8 2.500-12 2.500 8-8 10-34 0-45.500Z" fill="${f2}" opacity=".35"/></g>`
export const poplar = (x, y, s, f, f2) =>
  `<g transform="translate(${x} ${y}) scale(${s})"><path d="M-1.500 0V-12H1.500V0Z" fill="${f2}"/><path d="M0-78C9-60 10-34 7-14 6-8-6-8-7-14-10-34-9-60 0-78Z" fill="${f}"/><path d="M0-78C9-60 10-34 7-14 6.500-10 3-9.500 0-9.500 5-30 5-56 0-78Z" fill="${f2}" opacity=".35"/></g>`
export function moon(x, y, size, rings) {
  const circles = rings.map(
    (ring, i) => `<circle cx="${x}" cy="${y}" r="${ring}" opacity="${round(0.34 - 0.028 * i)}"/>`,
  )
  return `<g fill="none" stroke="${C.s300}" stroke-width="1.25">${circles.join('')}</g><circle cx="${x}" cy="${y}" r="${size}" fill="${C.sand}"/>`
}

// A complete SVG file. The page that shows it provides the alternative text.
export const picture = (width, height, drawing) =>
  `<svg aria-hidden="true" xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${drawing}</svg>\n`
