import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import bwip from 'bwip-js/node'
import { encode } from 'uqr'

const [WIDTH, HEIGHT] = [640, 480]
const [BLACK, WHITE, GREY] = [16, 235, 128]

/** What the camera of the browser shows, since it opens the file again each time. */
export const CAMERA_FILE = join(process.env.E2E_DATA_DIR ?? '.', 'camera.y4m')

export function showQrCode(text: string): Promise<void> {
  const { data, size } = encode(text, { border: 4 })
  const module = Math.floor(HEIGHT / size)
  return show((x, y) => data[Math.floor(y / module)]?.[Math.floor(x / module)] ?? false)
}

export function showCode128(text: string): Promise<void> {
  const [drawn] = bwip.raw({ bcid: 'code128', text })
  const sbs = drawn && 'sbs' in drawn ? drawn.sbs : []
  const bars = sbs.flatMap((width, n) => Array.from({ length: width }, () => n % 2 === 0))
  const margin = 40
  const module = Math.floor((WIDTH - 2 * margin) / bars.length)
  return show((x, y) => {
    const isBar = bars[Math.floor((x - margin) / module)] ?? false
    return isBar && x >= margin && y > HEIGHT / 4 && y < (HEIGHT * 3) / 4
  })
}

/** A film of one picture (YUV4MPEG2). */
function show(isDark: (x: number, y: number) => boolean): Promise<void> {
  const light = Buffer.alloc(WIDTH * HEIGHT, WHITE)
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) if (isDark(x, y)) light[y * WIDTH + x] = BLACK
  const colours = Buffer.alloc((WIDTH * HEIGHT) / 2, GREY)
  const head = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F15:1 Ip A1:1 C420jpeg\nFRAME\n`
  return writeFile(CAMERA_FILE, Buffer.concat([Buffer.from(head), light, colours]))
}
