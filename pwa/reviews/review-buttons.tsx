import { useSession } from '#pwa/hooks/use-session.ts'
import { Button } from '#pwa/ui/button.tsx'
import type { ApprovalStanding } from '#shared/contract/reviews.ts'
import type { Permission } from '#shared/rules/permissions.ts'
import { isFirstApprover } from './approval-standing.tsx'
import type { ReviewAct } from './request-kind.ts'

interface ReviewButtonsProps {
  permission: Permission
  standing: ApprovalStanding
  onAct: (act: ReviewAct) => void
  /** What the buttons are about, where the place does not say it. */
  of?: string
  /** small: on a card or in a row. wide: at the foot of a dialog. */
  size?: 'small' | 'wide'
}

/** Reject and Approve; whoever gave the first of two approvals can only take it back. */
export function ReviewButtons(props: ReviewButtonsProps) {
  const { permission, standing, onAct, of, size = 'small' } = props
  const { user, may } = useSession()
  if (!may(permission)) return null
  const label = (act: string) => (of === undefined ? {} : { 'aria-label': `${act} ${of}` })
  const shape =
    size === 'small' ? ({ size } as const) : ({ className: 'flex-1 md:flex-none' } as const)
  return (
    <>
      <Button {...shape} {...label('Reject')} onClick={() => onAct('reject')}>
        Reject
      </Button>
      {isFirstApprover(standing, user?.userId) ? (
        <Button {...shape} disabled>
          Approved by you
        </Button>
      ) : (
        <Button {...shape} {...label('Approve')} variant="up" onClick={() => onAct('approve')}>
          Approve
        </Button>
      )}
    </>
  )
}
