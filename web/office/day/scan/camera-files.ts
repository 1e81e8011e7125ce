import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import workerUrl from './decode-worker.ts?worker&url'

/** Addresses of what reads codes from pictures. It is loaded when the camera is first used. */
export const CAMERA_FILES = { wasmUrl, workerUrl }
