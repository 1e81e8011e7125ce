// The geometry of a letter in millimetres from the top left corner of an A4 sheet: the address
// stands in the window of a C5 envelope, and of a DL one.

export const A4 = { width: 210, height: 297 }
/** What the window shows: nothing but the address may stand here. */
export const WINDOW = { left: 24.6, right: 120, top: 39.5, bottom: 66.3 }
/** Kept free around the window, since a sheet moves in its envelope. */
export const AROUND_WINDOW = { left: 0, right: 125, top: 30, bottom: 95 }
export const LOGO = { left: 24.6, top: 14 }
export const SENDER = { left: 130, top: 15, width: 62 }
export const BODY_TOP = 97
/** Under the two lines of who it is for, where no window has to stay free. */
export const CARRIED_TOP = 72
export const MARGIN = { left: 24.6, right: 24.6, top: 20 }
export const TEXT_WIDTH = A4.width - MARGIN.left - MARGIN.right
/** Text ends here; below it stands the number of the page. */
export const FOOT = { top: 278 }
