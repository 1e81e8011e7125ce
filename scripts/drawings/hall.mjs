// The village hall, lit, with open doors.
import { C } from './kit.mjs'

// 'Village Hall' in Source Serif 4 (OFL-1.1) as outlines in tenths of a unit: a picture cannot
// use the page's fonts.
const SIGN =
  'M-355 0l-32-86h19l24 73l5-20l18-53h9l-30 86zM-393-79v-7h40v7l-17 1h-7zM-335-79v-7h31v7l-14 1h-3zM-296 0v-7l13-1h7l14 1v7zM-287 0q0-4 0-9q0-5 0-10q0-5 0-9v-7q0-5 0-8q0-4 0-8l-10-1v-6l22-7h4v17v20q0 4 0 9q0 5 0 10q0 5 0 9zM-279-77q-5 0-7-2q-3-3-3-7q0-4 3-7q2-3 7-3q4 0 7 3q3 3 3 7q0 4-3 7q-3 2-7 2zM-247 0v-7l14-1h7l14 1v7zM-238 0q0-5 0-9q0-5 0-10q0-4 0-9v-54l-10-2v-6l23-5l4 1v17v49q0 5 0 9q0 5 0 10q0 4 0 9zM-197 0v-7l14-1h6l15 1v7zM-188 0q0-5 0-9q0-5 0-10q0-4 0-9v-54l-10-2v-6l23-5l4 1l-1 17v49q0 5 0 9q0 5 0 10q1 4 1 9zM-130 2q-7 0-13-5q-5-4-5-12q0-5 3-9q2-4 7-7q5-3 13-5q4-1 8-2q3-1 7-2q3-1 6-1v5q-4 1-8 3q-4 1-9 2q-4 2-7 4q-2 2-3 4q-1 2-1 5q0 4 3 7q2 2 7 2q3 0 5-1q2-1 5-2q3-2 6-5l1 7h-5q-3 3-5 6q-3 3-6 4q-4 2-9 2zM-95 2q-6 0-10-4q-3-3-4-10v-32q0-6-2-9q-1-3-4-5q-3-1-7-1q-3 0-6 0q-3 1-6 2l6-5l-1 10q-1 6-3 8q-2 2-6 2q-3 0-5-1q-2-2-3-5q2-8 9-13q8-5 20-5q7 0 13 2q5 3 8 8q3 5 3 13v29q0 3 1 4q1 2 3 2q2 0 3-1q1 0 2-1l2 5q-2 3-5 5q-3 2-8 2zM-43 30q-10 0-16-2q-7-2-10-5q-3-4-3-8q0-4 2-7q2-3 6-5q5-2 11-3l1 1q-2 1-3 3q-2 2-2 4q-1 2-1 4q0 3 2 6q1 2 5 4q4 1 10 1q7 0 12-2q4-1 7-4q2-3 2-6q0-4-3-6q-2-3-8-3h-17q-3 0-5 0q-2 0-4 0v-3q-5-1-8-3q-3-3-3-7q0-5 3-8q3-3 9-5v-4l6 1q-3 3-4 5q-1 2-1 4q0 3 2 5q2 1 7 1h16q9 0 14 3q5 2 7 6q3 4 3 9q0 5-3 9q-3 5-8 8q-5 4-11 5q-7 2-15 2zM-42-23q-8 0-15-2q-6-3-9-8q-3-5-3-11q0-7 3-12q3-5 9-7q6-3 15-3q5 0 9 1q5 1 8 4q3 2 4 5h2q1 2 2 5q1 3 1 6q0 7-3 12q-3 5-9 7q-6 3-14 3zM-42-29q3 0 6-2q2-2 4-6q1-3 1-8q0-4-1-8q-2-3-4-5q-3-2-6-2q-4 0-6 2q-3 2-4 5q-2 4-2 9q0 4 2 8q1 3 3 5q3 2 7 2zM-24-54v-4h3l12-9l5 1v12zM41 2q-10 0-18-4q-7-4-11-12q-4-7-4-17q0-11 4-19q4-7 12-12q7-4 16-4q8 0 15 3q6 3 9 9q4 6 4 14q0 3-1 5q0 2 0 4h-49v-7h30q3-1 3-2q1-2 1-5q0-5-1-8q-2-3-4-4q-3-2-7-2q-4 0-8 3q-3 2-5 8q-2 5-2 15q0 8 3 13q2 6 7 8q5 3 10 3q7 0 11-2q4-2 8-6l4 4q-3 4-6 8q-4 3-9 5q-5 2-12 2zM119 0v-8l18-1h6l17 1v8zM131 0q0-7 0-13q0-7 0-14q0-6 0-13v-7q0-6 0-13q0-6 0-13q0-7 0-13h18q0 6 0 13q0 7 0 13q0 7 0 14v4q0 8 0 15q0 7 0 13q0 7 0 14zM140-40v-8h54v8zM174 0v-8l18-1h6l17 1v8zM186 0q0-7 0-14q0-6 0-13q0-7 0-15v-4q0-7 0-14q0-6 0-13q0-7 0-13h18q0 6 0 13q0 6 0 13q0 7 0 13v7q0 7 0 13q0 7 0 14q0 6 0 13zM119-79v-7h41v7l-17 1h-6zM174-79v-7h41v7l-17 1h-6zM247 2q-8 0-13-5q-5-4-5-12q0-5 2-9q2-4 7-7q5-3 14-5q3-1 7-2q4-1 7-2q4-1 7-1v5q-4 1-9 3q-4 1-8 2q-5 2-7 4q-3 2-4 4q-1 2-1 5q0 4 3 7q3 2 7 2q3 0 6-1q2-1 5-2q2-2 6-5v7h-5q-2 3-5 6q-3 3-6 4q-3 2-8 2zM281 2q-6 0-9-4q-4-3-5-10v-32q0-6-1-9q-2-3-4-5q-3-1-8-1q-3 0-6 0q-3 1-6 2l6-5l-1 10q0 6-3 8q-2 2-5 2q-4 0-6-1q-2-2-2-5q1-8 9-13q7-5 19-5q8 0 13 2q6 3 8 8q3 5 3 13v29q0 3 1 4q1 2 4 2q1 0 2-1q2 0 3-1l2 5q-2 3-6 5q-3 2-8 2zM306 0v-7l14-1h7l14 1v7zM315 0q0-5 0-9q0-5 0-10q0-4 0-9v-54l-10-2v-6l23-5l4 1v17v49q0 5 0 9q0 5 0 10q0 4 0 9zM356 0v-7l14-1h7l14 1v7zM365 0q0-5 0-9q0-5 0-10q0-4 0-9v-54l-10-2v-6l23-5l4 1l-1 17v49q0 5 0 9q0 5 1 10q0 4 0 9z'
// Ground line at y=0, centred on x=0, about 360 wide and 165 high.
export function hall() {
  const win = (x, w = 26, h = 44, y = -58) =>
    `<path d="M${x - w / 2} ${y + h}V${y + 8}Q${x - w / 2} ${y - 6} ${x} ${y - 6}Q${x + w / 2} ${y - 6} ${x + w / 2} ${y + 8}V${y + h}Z" fill="${C.lamp}"/><path d="M${x} ${y - 6}V${y + h}M${x - w / 2} ${y + 10}H${x + w / 2}M${x - w / 2} ${y + 27}H${x + w / 2}" stroke="#9a7a3a" stroke-width="1.600"/><path d="M${x - w / 2 - 3} ${y + h + 1.5}H${x + w / 2 + 3}" stroke="#fff" stroke-width="4"/>`
  return `<g>
  <path d="M118-118V-150H136V-118Z" fill="#8a4a35"/><path d="M115-150H139V-144H115Z" fill="#6f3a2a"/>
  <path d="M-168 0V-72H168V0Z" fill="${C.sand}"/><path d="M-168-72H168V-60H-168Z" fill="#0B1B33" opacity=".14"/>
  <path d="M-168-14H168V0H-168Z" fill="#b9654a"/><path d="M-168-7H168" stroke="#8a4a35" stroke-width="1"/>
  <path d="M-180-70L-150-128H150L180-70Z" fill="${C.n700}"/><path d="M-172.500-84H172.500M-165-98H165M-157.500-113H157.500" stroke="${C.n600}" stroke-width="1.500"/><path d="M150-128 180-70H60L60-128Z" fill="#0B1B33" opacity=".16"/>
  ${win(-136)}${win(-92)}${win(92)}${win(136)}
  <path d="M-58 0V-80L0-142 58-80V0Z" fill="${C.paper}"/><path d="M0-142 58-80V0H38V-80Z" fill="#0B1B33" opacity=".05"/>
  <path d="M-70-70 0-146 70-70" fill="none" stroke="${C.n800}" stroke-width="9" stroke-linejoin="miter"/>
  <circle cx="0" cy="-104" r="13" fill="${C.paper}" stroke="${C.n800}" stroke-width="3"/><path d="M0-112V-104L6-101" stroke="${C.n800}" stroke-width="2" fill="none" stroke-linecap="round"/>
  <path d="M-46-82H46V-64H-46Z" fill="${C.n900}"/><path d="${SIGN}" transform="translate(0 -68.5) scale(.1)" fill="${C.paper}"/>
  <path d="M-24 0V-54H24V0Z" fill="${C.lamp}"/><path d="M-24 0V-54H-38L-38 4Z" fill="${C.s700}"/><path d="M24 0V-54H38L38 4Z" fill="${C.s700}"/><path d="M-12 0C-12-24-9-32 0-32S12-24 12 0Z" fill="#f6c76a"/>
  <path d="M-30 0H30L36 6H-36Z" fill="${C.sand2}"/>
  <path d="M0-146V-162" stroke="${C.n800}" stroke-width="2.500"/><path d="M0-162H20L15-157 20-152H0Z" fill="${C.s400}"/>
  </g>`
}
