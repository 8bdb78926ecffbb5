import { Button } from '#pwa/ui/button.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import type { ReviewCase } from '#shared/contract/review-desk.ts'
import { formatDateTime } from '#shared/format.ts'
import type { Standing } from './use-decision.ts'

interface StandingNoticeProps {
  standing: Standing
  isBusy: boolean
  onTakeOver: (from: string) => void
}

/** Why this reviewer cannot decide now. */
export function StandingNotice({ standing, isBusy, onTakeOver }: StandingNoticeProps) {
  switch (standing.state) {
    case 'open':
      return null
    case 'own':
      return <Notice tone="warn">{OWN_REQUEST}</Notice>
    case 'claimed':
      return (
        <Notice tone="warn">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span className="min-w-40 flex-1">{claimedText(standing.claim)}</span>
            <Button size="small" busy={isBusy} onClick={() => onTakeOver(standing.claim.user_id)}>
              Take over
            </Button>
          </div>
        </Notice>
      )
    case 'decided':
      return <Notice tone="warn">{decidedText(standing.found, standing.isMine)}</Notice>
  }
}

export const OWN_REQUEST = 'This is your own request. Another member of staff must decide on it.'

export function claimedText({ name }: { readonly name: string }): string {
  return `${name} works on this. Take it over to decide on it.`
}

function decidedText({ item, outcome }: ReviewCase, isMine: boolean): string {
  if (!outcome) return `This request is no longer waiting. It is ${item.status}.`
  const by = isMine ? 'You have' : `${outcome.by ?? 'Another reviewer'} has`
  const why = outcome.reason ? ` Reason: ${outcome.reason}` : ''
  return `${by} already decided on this on ${formatDateTime(outcome.at)}: ${outcome.outcome}.${why}`
}
