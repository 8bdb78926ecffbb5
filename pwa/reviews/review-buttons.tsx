import { useSession } from '#pwa/hooks/use-session.ts'
import { useLetterKeys } from '#pwa/stores/letter-keys.ts'
import { Button } from '#pwa/ui/button.tsx'
import { t } from '#shared/text/t.ts'
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
  /** An additional reason, known to the caller, why an approval is refused now. */
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
  const { areOn } = useLetterKeys()
  if (!may(view.permission)) return null
  const standing = subject === undefined ? undefined : view.standingOf?.(subject)
  const approvedByMe = isFirstApprover(standing, user?.userId)
  const isOpen = !approvedByMe && !isRefused && subject !== undefined && canApprove(subject)
  const shapeOf = (name: string | undefined, key: string) => ({
    ...(name === undefined ? {} : { 'aria-label': name }),
    ...(hasKeys && areOn ? { 'aria-keyshortcuts': key } : {}),
    ...(size === 'small' ? { size } : { className: 'flex-1 md:flex-none' }),
  })
  const rejects = of === undefined ? undefined : t('Reject {request}', { request: of })
  const approves = of === undefined ? undefined : t('Approve {request}', { request: of })
  return (
    <>
      <Button {...shapeOf(rejects, 'r')} onClick={() => onAct('reject')}>
        {t('Reject')}
      </Button>
      <Button
        {...shapeOf(approves, 'a')}
        {...(approvedByMe ? { disabled: true, 'aria-label': t('Approved by you') } : {})}
        variant={isOpen ? 'success' : 'secondary'}
        onClick={() => onAct('approve')}
      >
        {approvedByMe ? t('Approved by you') : t('Approve')}
      </Button>
    </>
  )
}
