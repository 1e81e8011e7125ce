import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CameraDialog } from './camera.tsx'

/** Opens the camera until it has seen a code. */
export function CameraButton({ onCode }: { onCode: (text: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        Scan with the camera
      </Button>
      {isOpen && (
        <CameraDialog
          onClose={() => setOpen(false)}
          onCode={(text) => {
            setOpen(false)
            onCode(text)
          }}
        />
      )}
    </>
  )
}
