import { useSession } from '#pwa/features/session/use-session.ts'
import { Button } from '#pwa/ui/button.tsx'
import type { ApprovalStanding } from '#shared/contract/reviews.ts'
import { isFirstApprover } from './approval-standing.tsx'
import type { ReviewAct } from './request-kind.ts'

interface ReviewButtonsProps {
  standing: ApprovalStanding
  onAct: (act: ReviewAct) => void
  /** What the buttons are about, where the place does not say it. */
  of?: string
  /** small: on a card or in a row. wide: at the foot of a dialog. */
  size?: 'small' | 'wide'
}

/** Reject and Approve; whoever gave the first of two approvals can only take it back. */
export function ReviewButtons({ standing, onAct, of, size = 'small' }: ReviewButtonsProps) {
  const { user } = useSession()
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
