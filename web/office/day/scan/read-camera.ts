import { CAMERA_FILES } from './camera-files.ts'
import type { FromWorker, ToWorker } from './decode-worker.ts'

const PAUSE_MS = 60
const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
}

export type CameraProblem = 'not permitted' | 'no camera' | 'no reader'

/**
 * Shows the camera in `video` and calls `onCode` with each code that is seen, until the returned
 * function is called, which switches the camera off.
 */
export function readCamera(
  video: HTMLVideoElement,
  on: { code: (text: string) => void; problem: (problem: CameraProblem) => void },
): () => void {
  const worker = new Worker(CAMERA_FILES.workerUrl)
  const tell = (message: ToWorker) => worker.postMessage(message)
  const canvas = document.createElement('canvas')
  const picture = canvas.getContext('2d', { willReadFrequently: true })
  let stream: MediaStream | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if ('error' in data) return on.problem('no reader')
    if (data.text !== null) on.code(data.text)
    timer = setTimeout(look, PAUSE_MS)
  })
  worker.addEventListener('error', () => on.problem('no reader'))
  tell({ wasmUrl: CAMERA_FILES.wasmUrl })
  void start()
  return stop

  async function start(): Promise<void> {
    try {
      stream = await navigator.mediaDevices.getUserMedia(WANTED)
      if (isOver) return stop()
      video.srcObject = stream
      await video.play()
      look()
    } catch (error) {
      if (!isOver) on.problem(problemOf(error))
    }
  }

  function look(): void {
    if (isOver) return
    const { videoWidth: width, videoHeight: height } = video
    if (!picture || width === 0) {
      timer = setTimeout(look, PAUSE_MS)
      return
    }
    canvas.width = width
    canvas.height = height
    picture.drawImage(video, 0, 0)
    tell({ frame: picture.getImageData(0, 0, width, height) })
  }

  function stop(): void {
    isOver = true
    clearTimeout(timer)
    worker.terminate()
    for (const track of stream?.getTracks() ?? []) track.stop()
  }
}

/** Without a camera, or without https, browsers differ in what they throw. */
function problemOf(error: unknown): CameraProblem {
  const isRefused = error instanceof DOMException && error.name === 'NotAllowedError'
  return isRefused ? 'not permitted' : 'no camera'
}
