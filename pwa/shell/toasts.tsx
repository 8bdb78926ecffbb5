import { useEffect, useEffectEvent, useRef } from 'react'
import { useUnsentCount } from '#pwa/hooks/use-outbox.ts'
import { useToasts } from '#pwa/stores/toasts.ts'
import { ToastRegion } from '#pwa/ui/toast.tsx'

/** The one place where toasts appear, above pages and dialogs. */
export function Toasts() {
  const current = useToasts((state) => state.current)
  const dismiss = useToasts((state) => state.dismiss)
  useAnswered(() => current?.waits && dismiss(current.id))
  return <ToastRegion toast={current} onDismiss={() => current && dismiss(current.id)} />
}

/** When the server has answered something that waited on this device. */
function useAnswered(then: () => void) {
  const unsent = useUnsentCount()
  const before = useRef(unsent)
  const answered = useEffectEvent(then)
  useEffect(() => {
    if (unsent < before.current) answered()
    before.current = unsent
  }, [unsent])
}
