// Every sign in use, by its name at phosphoricons.com. After a change run
//   node web/ui/art/draw.mjs
// which puts them, in this order, one under another into one picture.
export const ICON_NAMES = [
  'phone',
  'envelope-simple',
  'user',
  'user-plus',
  'list',
  'x',
  'plus',
  'minus',
  'arrow-right',
  'arrow-left',
  'caret-down',
  'calendar-blank',
  'calendar-x',
  'clock',
  'map-pin',
  'magnifying-glass',
  'prohibit',
  'check',
  'check-circle',
  'minus-circle',
  'info',
  'warning',
  'warning-circle',
  'identification-card',
  'lock-key',
  'sign-out',
  'test-tube',
  'printer',
  'copy',
  'scales',
  'link-break',
] as const

export type IconName = (typeof ICON_NAMES)[number]
