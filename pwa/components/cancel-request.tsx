import { type ReactNode, useState } from 'react'
import { type ItemRoute, useUnsentIds } from '#pwa/hooks/use-outbox.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { showFailure, showToast } from '#pwa/stores/toasts.ts'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { t } from '#shared/text/t.ts'

interface CancelRequestProps {
  route: ItemRoute
  id: string
  /** On the button. */
  label: string
  /** Its accessible name where a list has several. */
  name?: string
  question: string
  confirmLabel: string
  dismissLabel: string
  /** What is said afterwards. */
  done: string
  /** What follows from it. */
  children: ReactNode
}

/** Cancels a pending request, after a confirmation. */
export function CancelRequest(props: CancelRequestProps) {
  const { route, id, label, name, question, confirmLabel, dismissLabel, done, children } = props
  const [asks, setAsks] = useState(false)
  const { submit, isSubmitting } = useSubmit<ItemRoute>(route)
  const isCancelling = useUnsentIds(route).has(id)
  async function cancel() {
    const result = await submit({ params: { id } })
    if (result.state === 'refused') showFailure(result.failure)
    if (result.state === 'done') showToast({ title: done, tone: 'success' })
    setAsks(false)
  }
  return (
    <>
      <Button size="small" disabled={isCancelling} aria-label={name} onClick={() => setAsks(true)}>
        {isCancelling ? t('Cancelling…') : label}
      </Button>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={question}
        confirmLabel={confirmLabel}
        dismissLabel={dismissLabel}
        tone="danger"
        busy={isSubmitting}
        onConfirm={() => void cancel()}
      >
        <p>{children}</p>
      </ConfirmDialog>
    </>
  )
}
