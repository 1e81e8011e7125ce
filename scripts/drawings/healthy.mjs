// Pictures for the hub, 200 by 150 each.
import { C } from './kit.mjs'
import { bladder, gland, vesicles } from './prostate.mjs'

const onGround = (scene) =>
  `<path d="M28 138a72 72 0 0 1 144 0Z" fill="${C.s200}"/>${scene}<path d="M-10 138H210" stroke="${C.n900}" stroke-width="2.5"/>`

const tape = onGround(
  `<path d="M58 138V96a42 42 0 1 1 84 0 42 42 0 0 1-42 42Z" fill="${C.ochre}"/><circle cx="100" cy="96" r="24" fill="${C.n800}"/><circle cx="100" cy="96" r="9" fill="${C.paper}"/><path d="M100 118H196V138H84Z" fill="${C.paper}"/><path d="M100 118H196V138H84" fill="none" stroke="${C.n900}" stroke-width="2"/><path d="M112 138v-8M126 138v-12M140 138v-8M154 138v-12M168 138v-8M182 138v-12" stroke="${C.n900}" stroke-width="2"/>`,
)

const cuff = onGround(
  `<path d="M30 84Q30 70 44 70H96Q110 70 110 84V138H30Z" fill="${C.n700}"/><path d="M44 70H96V138H44Z" fill="${C.n950}" opacity=".14"/><path d="M58 88h24v34H58Z" fill="${C.s300}"/><path d="M110 112C132 112 126 92 138 86" fill="none" stroke="${C.n900}" stroke-width="5"/><circle cx="150" cy="66" r="30" fill="${C.paper}" stroke="${C.n900}" stroke-width="5"/><path d="M132 78a22 22 0 1 1 36 0" fill="none" stroke="${C.s500}" stroke-width="4" stroke-dasharray="3 5"/><path d="M150 68 160 52" stroke="${C.brick}" stroke-width="4" stroke-linecap="round"/><circle cx="150" cy="68" r="4" fill="${C.n900}"/><path d="M142 96h16v42h-16Z" fill="${C.n800}"/>`,
)

const shoe = onGround(
  `<path d="M36 126V84C36 74 46 70 56 76 66 82 78 80 84 70L92 66 128 100C148 106 170 106 174 122V130H36Z" fill="${C.n700}"/><path d="M84 70 92 66 128 100C120 104 112 104 106 98Z" fill="${C.s300}"/><path d="M96 92l10-6M104 100l10-6M114 106l10-5" stroke="${C.paper}" stroke-width="4" stroke-linecap="round"/><path d="M34 122H176Q178 138 166 138H46Q34 138 34 122Z" fill="${C.paper}" stroke="${C.n900}" stroke-width="2"/><path d="M36 84C36 74 46 70 56 76V96C48 100 40 100 36 98Z" fill="${C.ochre}"/><path d="M6 92H26M0 106H22M10 120H26" stroke="${C.s500}" stroke-width="4" stroke-linecap="round"/>`,
)

const glass = onGround(
  `<path d="M66 34H134L124 138H76Z" fill="${C.paper}"/><path d="M69.500 64H130.500L124 138H76Z" fill="${C.ochre}"/><path d="M104 64H130.500L124 138H108Z" fill="${C.n950}" opacity=".13"/><path d="M66 50C72 42 82 44 86 50 92 42 104 42 110 50 116 44 128 42 133 50L131 68H69Z" fill="${C.sand}"/><path d="M66 34H134L124 138H76Z" fill="none" stroke="${C.n900}" stroke-width="3" stroke-linejoin="round"/><circle cx="90" cy="92" r="3" fill="${C.sand}"/><circle cx="100" cy="112" r="3" fill="${C.sand}"/><circle cx="94" cy="126" r="2.400" fill="${C.sand}"/>`,
)

const fruit = onGround(
  `<path d="M62 76C44 66 26 78 26 102 26 124 42 138 54 138 60 138 62 135 66 135S72 138 78 138C92 138 106 122 106 102 106 78 86 66 70 76Z" fill="${C.brick}"/><path d="M84 76C98 82 100 112 78 138 92 138 106 122 106 102 106 84 96 76 84 74Z" fill="${C.n950}" opacity=".15"/><path d="M66 76C66 64 70 56 76 50" stroke="#5b4a3a" stroke-width="4" fill="none" stroke-linecap="round"/><path d="M74 60C82 48 94 48 100 52 96 62 84 66 74 60Z" fill="${C.s600}"/><path d="M120 96C128 88 146 88 152 98L142 138C138 142 132 142 130 138Z" fill="${C.ochre}"/><path d="M122 106h12M128 118h10" stroke="#b9803a" stroke-width="2.500" stroke-linecap="round"/><path d="M136 92C128 76 122 68 118 64M137 92C136 72 138 62 140 54M138 92C146 76 154 70 160 66" stroke="${C.s600}" stroke-width="6" fill="none" stroke-linecap="round"/>`,
)

export const healthy = { tape, cuff, shoe, glass, fruit }

export const prostateCard = onGround(
  `<clipPath id="g"><circle cx="100" cy="72" r="58"/></clipPath><circle cx="100" cy="72" r="59" fill="${C.paper}"/><g clip-path="url(#g)"><g transform="translate(-66.400 -74) scale(.52)">${bladder}${vesicles}${gland}</g></g><circle cx="100" cy="72" r="59" fill="none" stroke="${C.n900}" stroke-width="5"/><path d="M144 114 164 136" stroke="${C.n900}" stroke-width="9" stroke-linecap="round"/>`,
)

export const factory = onGround(
  `<path d="M30 72V28h16V72Z" fill="${C.brick}"/><path d="M27 24h22v7H27Z" fill="#6f3a2a"/><path d="M52 72V46L94 72ZM94 72V46L136 72ZM136 72V46L178 72Z" fill="${C.n700}"/><path d="M57 68V54L79 68ZM99 68V54L121 68ZM141 68V54L163 68Z" fill="${C.lamp}"/><path d="M22 70H178V138H22Z" fill="${C.sand2}"/><path d="M160 70H178V138H160Z" fill="${C.n950}" opacity=".12"/><path d="M22 70H178V76H22Z" fill="${C.n800}"/><path d="M34 88h16v20H34ZM58 88h16v20H58ZM126 88h16v20H126ZM150 88h16v20H150Z" fill="${C.lamp}"/><path d="M84 138V98h32v40Z" fill="${C.n800}"/><path d="M88 138V102h11v36ZM101 138V102h11v36Z" fill="${C.lamp}"/><path d="M78 92h44v6H78Z" fill="${C.s600}"/>`,
)
