import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { CAMERA_IDEAL } from '#shared/rules/profile-picture.ts'

/** denied: the user or the browser refuses it. missing: there is none. busy: it cannot start. */
export type CameraFailure = 'denied' | 'missing' | 'busy'

interface CameraOptions {
  readonly isOn: boolean
  /** user: the front camera. environment: the back camera, where there are two. */
  readonly facing: 'user' | 'environment'
  readonly onFailure: (failure: CameraFailure) => void
}

/** Shows the camera in a `<video>` while it is on; it stops when the component unmounts. */
export function useCamera({ isOn, facing, onFailure }: CameraOptions) {
  const video = useRef<HTMLVideoElement>(null)
  const [isReady, setReady] = useState(false)
  const fail = useEffectEvent(onFailure)
  useEffect(() => {
    if (!isOn) return
    let stream: MediaStream | undefined
    let isOver = false
    const { width, height } = CAMERA_IDEAL
    const wanted = { facingMode: facing, width: { ideal: width }, height: { ideal: height } }
    const begin = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: wanted })
      if (isOver || !video.current) return stop()
      video.current.srcObject = stream
      await video.current.play()
      setReady(true)
    }
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    begin().catch((error: unknown) => {
      if (!isOver) fail(failureOf(error))
    })
    return () => {
      isOver = true
      setReady(false)
      stop()
    }
  }, [isOn, facing])
  return { video, isReady }
}

function failureOf(error: unknown): CameraFailure {
  const { name } = error as { name?: string }
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy'
}
