import { useEffect, useRef, useState } from 'react'
import { CAMERA_IDEAL } from '#shared/rules/profile-picture.ts'

/** The front camera, on while `isOn`; it stops when the component unmounts. */
export function useCamera(isOn: boolean, onFailure: () => void) {
  const video = useRef<HTMLVideoElement>(null)
  const [isReady, setReady] = useState(false)
  const fail = useRef(onFailure)
  fail.current = onFailure
  useEffect(() => {
    if (!isOn) return
    let stream: MediaStream | undefined
    let isOver = false
    const { width, height } = CAMERA_IDEAL
    const wanted = { facingMode: 'user', width: { ideal: width }, height: { ideal: height } }
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
    begin().catch(() => {
      if (!isOver) fail.current()
    })
    return () => {
      isOver = true
      setReady(false)
      stop()
    }
  }, [isOn])
  return { video, isReady }
}
