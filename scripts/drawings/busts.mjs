// Head and shoulders with a face, 120 by 150.
import { C, nextId, SKIN } from './kit.mjs'

const SHADE = C.n950
const HEAD = 'M36 50C35 20 85 20 84 50 84 72 74 90 60 90S36 72 36 50Z'

// `build` is the relative width of the shoulders, usually 1.
export function bust(man) {
  const parts =
    man.collar === 'roll' ? [neck, coat, rollCollar] : [coat, collarUnder, neck, collarOver]
  return [...parts, ears, face, moustache, features, hair, hat, glasses]
    .map((part) => part(man))
    .join('')
}

function coat({ coat, build = 1 }) {
  const w = 57 * build
  const shoulder = `C${60 + w * 0.84} 110 ${60 + w} 124 ${60 + w} 152`
  return `<path d="M${60 - w} 152C${60 - w} 124 ${60 - w * 0.84} 110 38 102L60 112 82 102${shoulder}Z" fill="${coat}"/><path d="M66 110L82 102${shoulder}H78C80 136 76 120 66 110Z" fill="${SHADE}" opacity=".13"/>`
}

function rollCollar({ coat }) {
  const d = 'M42 92C50 100 70 100 78 92L80 106C70 114 50 114 40 106Z'
  return `<path d="${d}" fill="${coat}"/><path d="${d}" fill="${SHADE}" opacity=".16"/>`
}

function collarUnder({ collar, shirt = C.sand }) {
  if (collar === 'shirt')
    return `<path d="M46 96 60 112 74 96 84 102 70 126 60 112 50 126 36 102Z" fill="${shirt}"/>`
  return `<path d="M40 99C48 112 72 112 80 99L84 101C76 118 44 118 36 101Z" fill="${SHADE}" opacity=".18"/>`
}

function collarOver({ collar, shirt = C.sand }) {
  if (collar !== 'shirt') return ''
  return `<path d="M46 94 60 112 50 124 37 101ZM74 94 60 112 70 124 83 101Z" fill="${shirt}"/><path d="M74 94 60 112 70 124 83 101Z" fill="${SHADE}" opacity=".08"/>`
}

const neck = ({ skin }) =>
  `<path d="M46 74H74V98C72 108 48 108 46 98Z" fill="${skin}"/><path d="M46 84C54 96 66 96 74 84V96C66 102 54 102 46 92Z" fill="${SHADE}" opacity=".16"/>`

const ears = ({ skin }) =>
  `<ellipse cx="35.500" cy="56" rx="5" ry="8" fill="${skin}"/><ellipse cx="84.500" cy="56" rx="5" ry="8" fill="${skin}"/><ellipse cx="84.500" cy="56" rx="5" ry="8" fill="${SHADE}" opacity=".12"/>`

function face({ skin, hair, beard }) {
  const clip = nextId()
  const shadow = `<path d="M66 18C78 40 76 70 60 92H90V18Z" fill="${SHADE}" opacity=".1"/>`
  return `<path d="${HEAD}" fill="${skin}"/><clipPath id="${clip}"><path d="${HEAD}"/></clipPath><g clip-path="url(#${clip})">${shadow}${onTheChin({ skin, hair, beard })}</g>`
}

function onTheChin({ skin, hair, beard }) {
  if (beard === 'full')
    return `<path d="M34 54C38 66 46 68 50 67 54 64 66 64 70 67 74 68 82 66 86 54V96H34Z" fill="${hair}"/><path d="M53 74C57 76.500 63 76.500 67 74" stroke="${skin}" stroke-width="2.200" fill="none" stroke-linecap="round"/>`
  if (beard === 'stubble')
    return `<path d="M34 58C40 68 48 68 52 68H68C72 68 80 68 86 58V96H34Z" fill="${hair}" opacity=".3"/>`
  return ''
}

const moustache = ({ beard, hair }) =>
  beard === 'moustache'
    ? `<path d="M47 72C51 66 57 66 60 68 63 66 69 66 73 72 68 73 64 72 60 71.500 56 72 52 73 47 72Z" fill="${hair}"/>`
    : ''

function features({ beard }) {
  const line = `stroke="${SHADE}" stroke-linecap="round" stroke-linejoin="round" fill="none" opacity=".62"`
  const mouth =
    beard === 'full'
      ? ''
      : `<path d="M53 75.500C57 78.500 63 78.500 67 75.500" ${line} stroke-width="1.900"/>`
  return `<path d="M45 49C48 46.500 52 46.500 54.500 48M65.500 48C68 46.500 72 46.500 75 49" ${line} stroke-width="2.100"/><circle cx="50" cy="55" r="1.900" fill="${SHADE}" opacity=".8"/><circle cx="70" cy="55" r="1.900" fill="${SHADE}" opacity=".8"/><path d="M60.500 54C61.500 60 63 62 63.500 63.500 62 65 60 65 58.500 64.500" ${line} stroke-width="1.700"/>${mouth}`
}

const HAIR = {
  short:
    '<path d="M34 52C29 12 60 10 66 14 88 12 90 34 86 52 84 44 82 38 78 36 68 38 52 36 46 34 40 38 37 44 34 52Z"/>',
  side: '<path d="M34 52C28 14 58 8 72 16 88 20 90 36 86 52 84 46 83 40 80 37 66 36 52 34 50 28 46 36 38 40 34 52Z"/>',
  crop: '<path d="M35.500 50C32 14 88 14 84.500 50 83 40 78 33 72 31 64 29 56 29 48 31 42 33 37 40 35.500 50Z"/>',
  sides:
    '<path d="M35.500 58C30 50 31 38 37 33 38 42 38 50 37 58ZM84.500 58C90 50 89 38 83 33 82 42 82 50 83 58Z"/>',
  recede:
    '<path d="M35 56C30 40 34 24 46 20 56 15 68 16 76 21 87 26 90 42 85 56 84 46 82 40 78 34 70 24 52 24 44 32 38 40 36 46 35 56Z"/>',
  hidden: '',
}
const hair = ({ hair, style }) => `<g fill="${hair}">${HAIR[style]}</g>`

function hat({ hat, cloth }) {
  if (hat === 'turban')
    return `<path d="M32 48C24 4 98 2 88 48 80 32 70 26 60 26S40 32 32 48Z" fill="${cloth}"/><g fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="2"><path d="M33 42C42 22 62 14 82 20"/><path d="M36 30C46 16 62 10 74 12"/><path d="M88 42C82 28 72 20 60 18"/></g>`
  if (hat === 'cap')
    return `<path d="M31 42C28 12 74 4 88 30 92 34 96 38 100 41 92 44 84 43 78 41 62 36 46 36 31 42Z" fill="${cloth}"/><path d="M78 41C62 36 46 36 31 42L31.500 46C46 40 62 40 76 45Z" fill="#000" opacity=".2"/><path d="M60 12C56 20 54 28 54 37" stroke="#fff" stroke-opacity=".2" stroke-width="1.500" fill="none"/>`
  return ''
}

const glasses = ({ glasses }) =>
  glasses
    ? `<g fill="#fff" fill-opacity=".18" stroke="${C.n950}" stroke-width="2.100"><rect x="41.500" y="48.500" width="16" height="13" rx="5.500"/><rect x="62.500" y="48.500" width="16" height="13" rx="5.500"/><path d="M57.500 53C59 51.500 61 51.500 62.500 53M41.500 53H36.500M78.500 53H83.500" fill="none"/></g>`
    : ''

const MEN = [
  {
    skin: SKIN[0],
    hair: '#C9C8C3',
    style: 'recede',
    coat: C.s700,
    collar: 'shirt',
    shirt: C.paper,
    glasses: true,
  },
  { skin: SKIN[4], hair: '#1d1918', style: 'crop', coat: C.n700, collar: 'crew', beard: 'stubble' },
  {
    skin: SKIN[1],
    hair: '#8C8F92',
    style: 'side',
    coat: C.sand2,
    collar: 'roll',
    beard: 'full',
    build: 1.02,
  },
  {
    skin: SKIN[2],
    hair: '#2A2523',
    style: 'hidden',
    hat: 'turban',
    cloth: C.n800,
    coat: C.s500,
    collar: 'shirt',
    beard: 'full',
  },
  {
    skin: SKIN[5],
    hair: '#B9B8B4',
    style: 'crop',
    coat: C.ochre,
    collar: 'crew',
    beard: 'moustache',
    build: 1.06,
  },
  {
    skin: SKIN[0],
    hair: '#9a5a31',
    style: 'short',
    coat: C.n900,
    collar: 'roll',
    beard: 'stubble',
    build: 0.96,
  },
  {
    skin: SKIN[1],
    hair: '#d6d3cb',
    style: 'sides',
    hat: 'cap',
    cloth: '#6b5a45',
    coat: C.s800,
    collar: 'shirt',
    shirt: C.s200,
  },
  {
    skin: SKIN[3],
    hair: '#2A2523',
    style: 'short',
    coat: C.brick,
    collar: 'crew',
    glasses: true,
    build: 1.02,
  },
]

// A row of busts. The marked one stands in an arch, so that the meaning survives without colour.
const MARKED = 2
export const row = (from, to) =>
  MEN.slice(from, to)
    .map((man, index) => {
      const arch =
        index + from === MARKED
          ? `<path d="M-6 152V60C-6 16 22-8 60-8S126 16 126 60V152Z" fill="#F3DFB2" stroke="${C.n900}" stroke-width="2.5"/>`
          : ''
      return `<g transform="translate(${index * 132 + 6} 14)">${arch}${bust(man)}</g>`
    })
    .join('')
