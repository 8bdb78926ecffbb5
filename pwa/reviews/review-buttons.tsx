import { useSession } from '#pwa/hooks/use-session.ts'
import { Button } from '#pwa/ui/button.tsx'
import { isFirstApprover } from './approval-standing.tsx'
import { type ReviewAct, type ReviewView, useCanApprove } from './review-view.ts'

interface ReviewButtonsProps<S> {
  view: ReviewView<S>
  subject: S | undefined
  onAct: (act: ReviewAct) => void
  /** Names the request for screen readers where the place does not. */
  of?: string
  /** small: on a card or in a row. wide: at the foot of a dialog or pane. */
  size?: 'small' | 'wide'
  /** The desk's shortcuts work here. */
  hasKeys?: boolean
  /** The place knows more that refuses an approval now. */
  isRefused?: boolean
}

/**
 * Reject and Approve; the reviewer who gave the first of two approvals can only reject. While an
 * approval would be refused, its button is not green, and its dialog says why.
 */
export function ReviewButtons<S>(props: ReviewButtonsProps<S>) {
  const { view, subject, onAct, of, size = 'small', hasKeys, isRefused } = props
  const canApprove = useCanApprove(view)
  const { user, may } = useSession()
  if (!may(view.permission)) return null
  const standing = subject === undefined ? undefined : view.standingOf?.(subject)
  const approvedByMe = isFirstApprover(standing, user?.userId)
  const isOpen = !approvedByMe && !isRefused && subject !== undefined && canApprove(subject)
  const shapeOf = (act: string, key: string) => ({
    ...(of === undefined ? {} : { 'aria-label': `${act} ${of}` }),
    ...(hasKeys ? { 'aria-keyshortcuts': key } : {}),
    ...(size === 'small' ? { size } : { className: 'flex-1 md:flex-none' }),
  })
  return (
    <>
      <Button {...shapeOf('Reject', 'r')} onClick={() => onAct('reject')}>
        Reject
      </Button>
      <Button
        {...shapeOf('Approve', 'a')}
        {...(approvedByMe ? { disabled: true, 'aria-label': 'Approved by you' } : {})}
        variant={isOpen ? 'up' : 'secondary'}
        onClick={() => onAct('approve')}
      >
        {approvedByMe ? 'Approved by you' : 'Approve'}
      </Button>
    </>
  )
}
