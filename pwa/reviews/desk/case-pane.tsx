import { FileQuestion } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { Link } from 'react-router-dom'
import { PaneHead } from '#pwa/components/pane-head.tsx'
import { UserLink } from '#pwa/components/user-link.tsx'
import { useServerNow } from '#pwa/hooks/use-server-now.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { SecondApprovalNotice } from '#pwa/reviews/approval-standing.tsx'
import { ClaimBar } from '#pwa/reviews/claim-bar.tsx'
import { claimedText, OWN_REQUEST } from '#pwa/reviews/decision-state-notice.tsx'
import { LookAlikeWarning, ProofBeside } from '#pwa/reviews/look-alikes.tsx'
import { ReviewButtons } from '#pwa/reviews/review-buttons.tsx'
import { type CaseName, nameText } from '#pwa/reviews/review-view.ts'
import {
  approvalRefusalOf,
  type DecisionState,
  decisionStateOf,
} from '#pwa/reviews/use-decision.ts'
import { Waited } from '#pwa/reviews/waited.tsx'
import { Badge, StatusBadge } from '#pwa/ui/badge.tsx'
import { buttonClass } from '#pwa/ui/button.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { rich } from '#pwa/ui/rich.ts'
import { SkeletonParts } from '#pwa/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#pwa/ui/states.tsx'
import type { ReviewCase, ReviewItem } from '#shared/contract/review-desk.ts'
import { readText } from '#shared/contract/text.ts'
import { t } from '#shared/text/t.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { CaseContext, CaseDecisions } from './case-context.tsx'
import { EarlierRejection } from './earlier-rejection.tsx'
import { type DeskCase, type DeskEvents, useDeskCase } from './use-desk-case.tsx'

interface CasePaneProps extends DeskEvents {
  name: CaseName
  listAddress: string
  addressOf: (name: string) => string
}

/** One case: the request, the decision on it, and its context. */
export function CasePane({ name, listAddress, addressOf, ...events }: CasePaneProps) {
  const desk = useDeskCase(name, events)
  const { found, error, refetch } = desk
  const nowMs = useServerNow(MINUTE_MS)
  const label = desk.view && t(desk.view.label)
  const body = useRef<HTMLElement>(null)
  const headingId = useId()
  useFocusOn(body, nameText(name))
  if (!found && error?.code === 'item.unknown') {
    return (
      <EmptyState
        icon={<FileQuestion className="size-5" />}
        title={t('No such case')}
        action={
          <Link to={listAddress} className={buttonClass()}>
            {t('Back to the list')}
          </Link>
        }
      >
        {t('It no longer exists, or the link is incomplete.')}
      </EmptyState>
    )
  }
  if (!found && error) {
    return (
      <ErrorState title={t('Failed to fetch the case')} message={error.message} onRetry={refetch} />
    )
  }
  return (
    <>
      <PaneHead
        listAddress={listAddress}
        listLabel={t('Back to the list')}
        beside={found && <CaseStatus item={found.item} view={desk.view} nowMs={nowMs} />}
      >
        <h2 id={headingId}>
          <span className="wrap-anywhere block font-semibold text-base text-fg">
            {found && found.item.amount !== null ? (
              <Money amount={found.item.amount} symbol={found.item.asset ?? ''} as="portfolio" />
            ) : (
              label
            )}
          </span>
          <span className="wrap-anywhere block text-fg-3 text-xs">
            {found ? <Subtitle item={found.item} view={desk.view} /> : t('Loading')}
          </span>
        </h2>
      </PaneHead>
      <section
        ref={body}
        data-desk-case=""
        tabIndex={-1}
        aria-labelledby={headingId}
        className="@container flex min-h-0 flex-1 flex-col gap-5 p-3 *:shrink-0 focus:outline-none md:overflow-y-auto md:overscroll-contain md:p-4"
      >
        {found ? (
          <CaseBody found={found} desk={desk} nowMs={nowMs} addressOf={addressOf} />
        ) : (
          <SkeletonParts sizes={['h-13', 'h-44', 'h-56']} />
        )}
      </section>
      {found?.item.waiting && <Decide desk={desk} found={found} />}
      {desk.dialogs}
    </>
  )
}

interface CaseStatusProps {
  item: ReviewItem
  view: DeskCase['view']
  nowMs: number
}

function CaseStatus({ item, view, nowMs }: CaseStatusProps) {
  return (
    <>
      {item.waiting && <Waited since={item.since} nowMs={nowMs} />}
      {statusOf(item, view)}
    </>
  )
}

function statusOf(item: ReviewItem, view: DeskCase['view']): ReactNode {
  if (item.awaits_second) return <Badge tone="info">{t('Second approval')}</Badge>
  if (view?.isProposal && item.waiting) return <Badge tone="warn">{t('Outdated')}</Badge>
  return <StatusBadge status={item.status} />
}

/** Names the kind if the heading is the amount. */
function Subtitle({ item, view }: { item: ReviewItem; view: DeskCase['view'] }) {
  const { kind, amount, user } = item
  const note = readText(item, 'note')
  if (view?.concerns) return `${t(view.concerns)} · ${note}`
  const name = <UserLink id={user.id}>{user.full_name || t('Deleted user')}</UserLink>
  if (amount === null) return name
  return rich('{kind} of {user}', { kind: t(view?.label ?? kind), user: name })
}

interface CaseBodyProps {
  found: ReviewCase
  desk: DeskCase
  nowMs: number
  addressOf: (name: string) => string
}

function CaseBody({ found, desk, nowMs, addressOf }: CaseBodyProps) {
  const { item } = found
  const { view, subject } = desk
  const { user } = useSession()
  const request = view && subject !== undefined && (
    <view.Subject subject={subject} onDecide={desk.decide} />
  )
  const context = view?.concerns ? (
    <CaseDecisions found={found} addressOf={addressOf} />
  ) : (
    <CaseContext found={found} nowMs={nowMs} addressOf={addressOf} />
  )
  const proof = subject === undefined ? undefined : view?.proofOf?.(subject)
  return (
    <>
      {item.waiting ? (
        <ClaimBar
          claim={item.claim}
          mayClaim={desk.mayClaim}
          isBusy={desk.isClaiming}
          onPress={desk.pressClaim}
        />
      ) : (
        <Notice>{t('This case is already decided.')}</Notice>
      )}
      {item.waiting && subject !== undefined && view?.standingOf && (
        <SecondApprovalNotice
          standing={view.standingOf(subject)}
          userId={user?.userId}
          refusedAs={approvalRefusalOf(view, subject, found)}
        />
      )}
      <LookAlikeWarning found={found} />
      {view?.isProposal && <EarlierRejection found={found} />}
      {proof === undefined ? (
        <>
          {request}
          {context}
        </>
      ) : (
        <ProofBeside ownUrl={proof} found={found} addressOf={addressOf} request={request}>
          {context}
        </ProofBeside>
      )}
    </>
  )
}

/** Stays at the foot of the pane, and above the bottom bar of a phone. */
function Decide({ found, desk }: { found: ReviewCase; desk: DeskCase }) {
  const { user, may } = useSession()
  const { view, subject } = desk
  if (!view || !may(view.permission)) return null
  const holdsAnyway = subject !== undefined && view.holdsAnyway?.(subject)
  const blocked = desk.reserved ?? blockOf(decisionStateOf(found, user?.userId, holdsAnyway))
  return (
    <footer
      data-acts-below=""
      className="sticky bottom-(--bottom-edge) flex gap-3 rounded-b-lg border-line border-t bg-surface px-3 py-3 md:static md:justify-end md:px-4"
    >
      {blocked ? (
        <p className="wrap-anywhere flex min-h-11 min-w-0 items-center text-fg-2 text-sm">
          {blocked}
        </p>
      ) : (
        <ReviewButtons
          view={view}
          subject={subject}
          size="wide"
          hasKeys
          isRefused={approvalRefusalOf(view, subject, found) !== undefined}
          onAct={desk.decide}
        />
      )}
    </footer>
  )
}

function blockOf(decisionState: DecisionState): string | undefined {
  if (decisionState.state === 'own') return t(OWN_REQUEST)
  return decisionState.state === 'claimed' ? claimedText(decisionState.claim) : undefined
}

/**
 * An opened case takes the focus, so that arrow keys scroll it and screen readers continue there.
 * On a phone it scrolls with the page, which may still be at the end of the previous case.
 */
function useFocusOn(body: RefObject<HTMLElement | null>, name: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each case
  useEffect(() => {
    body.current?.focus({ preventScroll: true })
    if (!window.matchMedia('(min-width: 48rem)').matches) window.scrollTo(0, 0)
  }, [body, name])
}
