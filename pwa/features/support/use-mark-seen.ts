import { submit } from '#pwa/data/submit.ts'
import { showToast } from '#pwa/stores/toasts.ts'
import type { readSupportReplies, readUserMessages } from '#shared/contract/support.ts'

/** Tells the server that a message, and with it those before it, has been seen. */
export function useMarkSeen(route: typeof readSupportReplies | typeof readUserMessages) {
  return async (id: string): Promise<void> => {
    const { outcome } = await submit(route, { params: { id } })
    const result = await outcome
    // Without a network it is told when there is one again.
    if (result.state !== 'refused' || result.failure.status === 0) return
    showToast({
      title: 'Error',
      message: 'Failed to mark messages as read. Please try again.',
      tone: 'error',
    })
  }
}
