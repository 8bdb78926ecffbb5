import { useToasts } from '#pwa/stores/toasts.ts'
import { ToastRegion } from '#pwa/ui/toast.tsx'

/** The one place where toasts appear, above pages and dialogs. */
export function Toasts() {
  const current = useToasts((state) => state.current)
  const dismiss = useToasts((state) => state.dismiss)
  return <ToastRegion toast={current} onDismiss={() => current && dismiss(current.id)} />
}
