import { useEffect, useRef, useState } from 'react'
import { Modal } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from './camera.module.css'
import { type CameraProblem, readCamera } from './read-camera.ts'

const PROBLEM_WORDS: Record<CameraProblem, string> = {
  'not permitted':
    'The browser is not allowed to use the camera. Allow it in this page’s settings. You can still type, or use a scanner with a cable.',
  'no camera':
    'This tablet has no camera, or another app is using it. You can still type, or use a scanner with a cable.',
  'no reader':
    'This tablet cannot read codes yet. Open the day once where you have a connection. You can still type, or use a scanner with a cable.',
}

/** The picture of the camera, in which codes are read; it is off when this is gone. */
export function Camera({ onCode }: { onCode: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const latest = useRef(onCode)
  const [problem, setProblem] = useState<CameraProblem | null>(null)
  useEffect(() => {
    latest.current = onCode
  })
  useEffect(() => {
    if (!video.current) return
    return readCamera(video.current, {
      code: (text) => latest.current(text),
      problem: setProblem,
    })
  }, [])
  return (
    <>
      <video
        ref={video}
        className={styles.video}
        hidden={problem !== null}
        muted
        playsInline
        aria-label="Camera view"
      />
      <div role="alert">
        {problem && (
          <Notice tone="warn">
            <p>{PROBLEM_WORDS[problem]}</p>
          </Notice>
        )}
      </div>
    </>
  )
}

export function CameraDialog({
  onCode,
  onClose,
}: {
  onCode: (text: string) => void
  onClose: () => void
}) {
  return (
    <Modal title="Scan with the camera" onClose={onClose}>
      <p>Hold the booking code in front of the camera.</p>
      <Camera onCode={onCode} />
    </Modal>
  )
}
