import { useEffect, useRef, useState } from 'react'
import { Modal } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from './camera.module.css'
import { type CameraProblem, readCamera } from './read-camera.ts'

const PROBLEM_WORDS: Record<CameraProblem, string> = {
  'not permitted':
    'The browser may not use the camera. Allow it in the settings of this page. Typing and a scanner with a cable work as before.',
  'no camera':
    'This tablet has no camera that is free. Typing and a scanner with a cable work as before.',
  'no reader':
    'The part that reads codes is not on this tablet. Open the day once where there is a network. Typing and a scanner with a cable work as before.',
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
        aria-label="Picture of the camera"
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
      <p>Hold the code of the confirmation in front of the camera.</p>
      <Camera onCode={onCode} />
    </Modal>
  )
}
