// Reads codes apart from the screen, which stays quick meanwhile.
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** First the address of the reader's program, then frames. */
export type ToWorker = { wasmUrl: string } | { frame: ImageData }
/** The text of a code in the frame, or null; `error` when the reader's program cannot be loaded. */
export type FromWorker = { text: string | null } | { error: string }

// The types of a worker exclude those of a page (TypeScript, lib.webworker.d.ts).
type Port = {
  postMessage: (message: FromWorker) => void
  addEventListener: (type: 'message', listener: (event: MessageEvent<ToWorker>) => void) => void
}
const port = globalThis as unknown as Port

port.addEventListener('message', ({ data }) => {
  const work = 'wasmUrl' in data ? prepare(data.wasmUrl) : read(data.frame)
  work.catch((error: unknown) => port.postMessage({ error: String(error) }))
})

async function prepare(wasmUrl: string): Promise<void> {
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true })
}

async function read(frame: ImageData): Promise<void> {
  const [code] = await readBarcodes(frame, {
    formats: ['QRCode', 'Code128'],
    tryHarder: true,
    maxNumberOfSymbols: 1,
  })
  port.postMessage({ text: code?.text ?? null })
}
