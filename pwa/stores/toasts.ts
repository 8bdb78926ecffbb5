import { problemOfFailure } from '#pwa/ui/problem.ts'
import type { ToastContent } from '#pwa/ui/toast.tsx'
import { t } from '#shared/text/t.ts'
import { createPersonal } from './personal.ts'

interface Toast extends ToastContent {
  /** Dismissed early once a submission that waited on this device is answered. */
  readonly waits?: true
}

interface ToastState {
  /** One is visible at a time: a newer one replaces it. */
  readonly current: Toast | undefined
  readonly show: (toast: NewToast) => string
  readonly dismiss: (id: string) => void
}

type NewToast = Pick<Toast, 'title'> &
  Partial<Pick<Toast, 'message' | 'tone' | 'durationMs' | 'waits'>>

/** Source: docs/product.md, Screens and navigation. */
const DURATION_MS = 5_000

export const useToasts = createPersonal<ToastState>((set) => ({
  current: undefined,
  show: (toast) => {
    const id = crypto.randomUUID()
    set({ current: { tone: 'info', durationMs: DURATION_MS, ...toast, id } })
    return id
  },
  dismiss: (id) => set((state) => (state.current?.id === id ? { current: undefined } : state)),
}))

/** For code outside of components. */
export function showToast(toast: NewToast): string {
  return useToasts.getState().show(toast)
}

/** Says why a command failed where no form shows it. */
export function showFailure(...failure: Parameters<typeof problemOfFailure>): void {
  const { title, message } = problemOfFailure(...failure)
  showToast({ title, message, tone: 'error' })
}

/** For an entry that has no action yet. */
export function sayComingSoon(entry: string): void {
  showToast({ title: entry, message: t('coming soon') })
}
