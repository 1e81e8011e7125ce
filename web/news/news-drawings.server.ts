// One drawing for each subject of the news, 480 by 320, in the four colours of a cover.
export type Colours = readonly [ground: string, main: string, second: string, third: string]
type Draw = (colours: Colours) => string

const box = (x: number, y: number, w: number, h: number, fill: string) =>
  `<path d="M${x} ${y}h${w}v${h}h-${w}Z" fill="${fill}"/>`
const disc = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`
const shape = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`
const line = (d: string, stroke: string, width = 10) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round"/>`
const ring = (x: number, y: number, r: number, stroke: string, width = 10) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`
const each = (places: readonly number[], draw: (place: number, n: number) => string) =>
  places.map(draw).join('')

const hall = ([g, a, b, c]: Colours) =>
  box(90, 150, 300, 140, a) +
  shape('M70 158 240 66 410 158Z', b) +
  box(212, 206, 56, 84, c) +
  each([116, 316], (x) => box(x, 186, 48, 48, g))
const sheet = ([, a, b, c]: Colours) =>
  box(150, 50, 180, 226, b) +
  each([92, 122, 152, 182], (y) => line(`M178 ${y}H302`, a, 8)) +
  disc(284, 236, 20, c)

const DRAWINGS = {
  newspaper: ([, a, b, c]) =>
    box(120, 54, 240, 216, b) +
    box(140, 74, 200, 34, a) +
    box(140, 126, 92, 72, c) +
    each([134, 158, 182], (y) => line(`M254 ${y}H336`, a, 8)) +
    each([220, 244], (y) => line(`M144 ${y}H336`, a, 8)),
  hall,
  checks: ([, a, b, c]) =>
    each([74, 148, 222], (y, n) => {
      const mark = line(`M128 ${y + 26}l14 14 26-30`, n === 1 ? c : a, 9)
      return box(116, y, 56, 50, b) + mark + line(`M200 ${y + 26}H${360 - n * 30}`, a, 12)
    }),
  lights: ([, a, b, c]) =>
    `<rect x="182" y="36" width="116" height="250" rx="24" fill="${a}"/>` +
    each([92, 162, 232], (y, n) => disc(240, y, 28, n === 0 ? c : b)),
  ribbon: ([, a, b]) =>
    line('M176 276C236 190 330 52 240 52', b, 34) + line('M240 52C150 52 244 190 304 276', a, 34),
  poster: ([, a, b, c]) =>
    box(154, 44, 172, 226, b) +
    disc(240, 128, 48, a) +
    each([204, 232], (y) => line(`M188 ${y}H292`, a, 9)) +
    each([170, 310], (x) => disc(x, 58, 7, c)),
  bars: ([, a, b, c]) =>
    each([96, 160, 224, 288, 352], (x, n) => {
      const height = [70, 104, 90, 150, 198][n] ?? 0
      return box(x, 262 - height, 42, height, n === 4 ? c : n % 2 ? b : a)
    }) + line('M80 270H410', a, 6),
  laptop: ([g, a, b, c]) =>
    `<rect x="120" y="66" width="240" height="160" rx="10" fill="${a}"/>` +
    box(136, 82, 208, 128, b) +
    line('M196 148l30 30 58-62', c, 14) +
    shape('M86 236H394l-22 30H108Z', a) +
    box(210, 240, 60, 8, g),
  evening: (colours) =>
    disc(390, 70, 34, colours[3]) + disc(374, 60, 30, colours[0]) + hall(colours),
  telephone: ([, a, b, c]) =>
    shape(
      'M150 90c30-30 60-6 62 26l-24 24c12 34 36 58 70 70l24-24c32 2 56 32 26 62-70 60-218-88-158-158Z',
      a,
    ) +
    each([44, 78, 112], (r, n) =>
      line(`M268 ${130 - r}a${r} ${r} 0 0 1 ${r} ${r}`, n === 2 ? c : b),
    ),
  lorry: ([g, a, b, c]) =>
    box(70, 96, 216, 136, a) +
    shape('M298 140h62l44 48v44H298Z', b) +
    shape('M314 156h40l28 32H314Z', g) +
    each([126, 220, 350], (x) => disc(x, 240, 28, c) + disc(x, 240, 11, g)),
  signpost: ([, a, b, c]) =>
    box(232, 60, 16, 220, a) +
    shape('M150 84h160l30 28-30 28H150Z', b) +
    shape('M330 160H180l-30 28 30 28h150Z', c),
  questions: ([g, a, b, c]) =>
    each([90, 200, 310], (x, n) => {
      const fill = [a, b, c][n] ?? a
      const bubble = shape(`M${x} ${96 + n * 14}h92v84h-46l-24 28v-28h-22Z`, fill)
      return (
        bubble +
        disc(x + 46, 160 + n * 14, 6, g) +
        line(`M${x + 34} ${122 + n * 14}q0-16 14-16t12 16q0 8-14 18`, g, 8)
      )
    }),
  flask: ([, a, b, c]) =>
    shape('M206 50h68v14h-10v74l76 120q8 24-18 24H158q-26 0-18-24l76-120V64h-10Z', b) +
    shape('M190 190h100l46 70q4 14-12 14H156q-16 0-12-14Z', a) +
    disc(216, 232, 12, c) +
    disc(262, 214, 8, c),
  scan: ([g, a, b, c]) =>
    disc(240, 160, 122, a) +
    disc(240, 160, 88, b) +
    disc(240, 160, 52, g) +
    box(60, 196, 360, 20, c),
  bunting: ([, a, b, c]) =>
    line('M20 70q220 90 440 0', a, 6) +
    each([60, 130, 200, 270, 340, 400], (x, n) => {
      const y = 112 - Math.abs(220 - x) / 6
      return shape(`M${x} ${y}h48l-24 60Z`, [b, c, a][n % 3] ?? a)
    }) +
    each([150, 240, 330], (x) => box(x - 6, 236, 12, 50, a) + disc(x, 216, 26, b)),
  stall: ([, a, b, c]) =>
    each([80, 144, 208, 272, 336], (x, n) => shape(`M${x} 90h64v44q-32 26-64 0Z`, n % 2 ? b : a)) +
    each([92, 376], (x) => box(x, 140, 12, 140, a)) +
    box(92, 214, 296, 20, a) +
    each([140, 190, 240, 290, 340], (x, n) => disc(x, 196, 18, n % 2 ? c : b)),
  columns: ([, a, b, c]) =>
    shape('M80 118 240 44l160 74Z', b) +
    each([104, 172, 240, 308, 376], (x) => box(x - 14, 130, 28, 118, a)) +
    box(76, 254, 328, 24, b) +
    disc(240, 92, 14, c),
  mug: ([, a, b, c]) =>
    shape('M140 128h160v96q0 44-44 44h-72q-44 0-44-44Z', a) +
    line('M304 150q52-4 48 36t-52 40', a, 18) +
    each([180, 222, 264], (x) => line(`M${x} 104q-14-20 0-36t0-30`, b, 8)) +
    box(140, 148, 160, 20, c),
  magnifier: ([, a, b, c]) =>
    each([80, 140, 200, 260, 320, 380], (x, n) => disc(x, 70 + (n % 3) * 84, 16, b)) +
    disc(228, 148, 74, c) +
    ring(228, 148, 82, a, 18) +
    line('M290 210l70 68', a, 26),
  calendar: ([g, a, b, c]) =>
    box(120, 76, 240, 200, b) +
    box(120, 76, 240, 48, a) +
    each([168, 312], (x) => box(x - 7, 54, 14, 44, c)) +
    each(
      [150, 200, 250, 300],
      (x, n) => box(x, 146, 32, 32, g) + box(x, 204, 32, 32, n === 2 ? c : g),
    ),
  door: ([g, a, b, c]) =>
    box(166, 40, 148, 244, a) +
    box(184, 58, 112, 226, b) +
    each([76, 158], (y) => box(200, y, 80, 62, g)) +
    disc(278, 240, 8, c) +
    box(140, 284, 200, 12, a),
  football: ([g, a, b, c]) =>
    box(0, 216, 480, 104, a) +
    line('M96 216V76H384V216', b, 12) +
    disc(240, 214, 54, c) +
    shape('M240 186l26 20-10 30h-32l-10-30Z', g),
  queue: ([, a, b, c]) =>
    each([80, 150, 220, 290, 360], (x, n) => {
      const fill = n === 4 ? c : n % 2 ? b : a
      return disc(x + 20, 120, 22, fill) + shape(`M${x - 10} 250v-70q0-30 30-30t30 30v70Z`, fill)
    }) + line('M50 268H430', a, 6),
  apart: ([, a, b, c]) =>
    each(
      [110, 322],
      (x) => disc(x + 24, 116, 28, a) + shape(`M${x - 14} 262v-78q0-34 38-34t38 34v78Z`, b),
    ) +
    line('M196 214H284', c, 8) +
    line('M212 198l-18 16 18 16', c, 8) +
    line('M268 198l18 16-18 16', c, 8),
  arch: ([g, a, b, c]) =>
    shape('M110 284V150a130 110 0 0 1 260 0V284h-60V160a70 66 0 0 0-140 0V284Z', a) +
    line('M240 70 196 188', b) +
    line('M240 70l44 118', b) +
    disc(240, 70, 14, c) +
    box(212, 232, 56, 52, g),
  barrier: ([, a, b, c]) =>
    each([120, 348], (x) => box(x, 120, 16, 164, a)) +
    box(70, 130, 344, 50, b) +
    each([90, 170, 250, 330], (x) => shape(`M${x} 180h36l34-50h-36Z`, c)) +
    disc(128, 104, 18, a) +
    disc(356, 104, 18, a),
  submission: sheet,
  cake: ([, a, b, c]) =>
    box(110, 186, 260, 90, a) +
    shape('M110 186h260v20q-32 34-65 0-32 34-65 0-32 34-65 0-32 34-65 0Z', b) +
    each(
      [160, 240, 320],
      (x) => box(x - 6, 122, 12, 64, b) + shape(`M${x} 80q18 24 0 38-18-14 0-38Z`, c),
    ),
  // A card on a wall, not a face.
  moustache: ([, a, b, c]) =>
    box(96, 44, 288, 232, b) +
    box(96, 44, 288, 40, c) +
    shape(
      'M240 156c-24-34-82-28-92 8-6 20-30 20-44 6 6 52 104 66 136 18 32 48 130 34 136-18-14 14-38 14-44-6-10-36-68-42-92-8Z',
      a,
    ),
  works: ([g, a, b, c]) =>
    shape('M70 284V158l90-46v46l90-46v46l90-46v172Z', a) +
    box(352, 60, 40, 224, b) +
    each([104, 184, 264], (x) => box(x, 200, 44, 36, g)) +
    disc(372, 40, 22, c) +
    disc(404, 26, 16, c),
  reply: ([, a, b, c]) =>
    box(96, 82, 288, 176, b) + line('M100 88l140 98L380 88', a, 12) + disc(240, 190, 34, c),
  sheaf: ([, a, b, c]) =>
    disc(360, 84, 44, c) +
    each([140, 180, 220, 260, 300], (x) => {
      const top = 96 + Math.abs(220 - x) / 2
      const ears = each([0, 30, 60], (y) =>
        shape(`M${x} ${top + y}q26 4 22 30-24 0-22-30-2 30-22 30-4-26 22-30Z`, b),
      )
      return line(`M220 284Q${x} 240 ${x} ${top}`, a, 7) + ears
    }),
  tree: ([, a, b, c]) =>
    each([118, 94, 70, 46, 22], (r, n) => disc(240, 158, r, [a, b, a, b, c][n] ?? a)) +
    line('M240 158 352 196', c, 6),
  candle: ([, a, b, c]) =>
    box(206, 140, 68, 136, b) +
    shape('M240 44q54 66 0 92-54-26 0-92Z', c) +
    box(150, 268, 180, 20, a),
  tractor: ([g, a, b, c]) =>
    shape('M150 190V90h90l24 60h100v60H150Z', a) +
    shape('M168 108h60l16 42h-76Z', g) +
    disc(180, 222, 62, b) +
    disc(180, 222, 26, g) +
    disc(350, 244, 38, b) +
    disc(350, 244, 15, g) +
    line('M318 146V96', c, 10),
  boat: ([, a, b, c]) =>
    shape('M236 40v150H120Z', b) +
    shape('M252 66v124h92Z', c) +
    shape('M90 206H390l-44 54H134Z', a) +
    line('M30 284q40-24 84 0t84 0 84 0 84 0 84 0', b, 8),
  bus: ([g, a, b, c]) =>
    `<rect x="70" y="84" width="340" height="150" rx="18" fill="${a}"/>` +
    each([92, 166, 240, 314], (x) => box(x, 106, 60, 54, b)) +
    box(70, 182, 340, 14, c) +
    each([140, 340], (x) => disc(x, 238, 28, c) + disc(x, 238, 11, g)),
  cricket: ([, a, b, c]) =>
    each([280, 306, 332], (x) => box(x, 110, 12, 166, b)) +
    box(276, 98, 72, 10, c) +
    shape('M120 70l26-14 90 156-40 24Z', a) +
    line('M118 62 96 30', b, 16) +
    disc(220, 88, 22, c),
  snow: ([, a, b, c]) =>
    shape('M0 240q120-50 240 0t240-10v90H0Z', a) +
    each([60, 130, 210, 290, 370, 430], (x, n) => disc(x, 60 + ((n * 53) % 130), 10, b)) +
    box(180, 170, 120, 90, b) +
    shape('M164 176 240 112l76 64Z', c),
  chairs: ([, a, b, c]) =>
    each([80, 180, 280, 370], (x, n) => {
      const fill = [a, b, c, a][n] ?? a
      return line(`M${x} 90V270M${x} 190h50v80`, fill, 12)
    }),
  map: ([g, a, b, c]) =>
    shape('M90 84l100-30v212l-100 30Z', b) +
    shape('M190 54l100 30v212l-100-30Z', a) +
    shape('M290 84l100-30v212l-100 30Z', b) +
    shape('M240 222c-56-66-34-104 0-104s56 38 0 104Z', c) +
    disc(240, 150, 13, g),
} satisfies Record<string, Draw>

export type NewsSubject = keyof typeof DRAWINGS
export const NEWS_SUBJECTS = Object.keys(DRAWINGS).filter(isSubject)

/** The drawing as SVG, without the element around it. */
export function drawSubject(subject: NewsSubject, colours: Colours): string {
  return `<path d="M0 0H480V320H0Z" fill="${colours[0]}"/>${DRAWINGS[subject](colours)}`
}

function isSubject(name: string): name is NewsSubject {
  return Object.hasOwn(DRAWINGS, name)
}
