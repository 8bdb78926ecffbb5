import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Avatar } from '#pwa/components/avatar.tsx'
import { UserLink } from '#pwa/components/user-link.tsx'
import { holdKindsOf } from '#pwa/feature.ts'
import { movementOf, shortText } from '#pwa/hooks/movement.ts'
import { useFeatures } from '#pwa/hooks/use-features.ts'
import { LoanDebt } from '#pwa/reviews/loan-debt.tsx'
import { nameText } from '#pwa/reviews/review-view.ts'
import { useReviewViews } from '#pwa/reviews/use-review-views.ts'
import { Badge, StatusBadge } from '#pwa/ui/badge.tsx'
import { Fact } from '#pwa/ui/fact.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { Part } from '#pwa/ui/part.tsx'
import { rich } from '#pwa/ui/rich.ts'
import { titleOf } from '#shared/contract/activity.ts'
import type { ReviewCase, ReviewedUser } from '#shared/contract/review-desk.ts'
import { formatDate, formatDateTime } from '#shared/format.ts'
import { CASE_DECISIONS_MAX, CASE_HOLDS_MAX } from '#shared/rules/review-desk.ts'
import { msg, t } from '#shared/text/t.ts'
import { DAY_MS, epochMsOf } from '#shared/time.ts'

interface CaseContextProps {
  found: ReviewCase
  nowMs: number
  addressOf: (name: string) => string
}

/** The context of a case that concerns no user: the earlier decisions on it. */
export function CaseDecisions({ found, addressOf }: Pick<CaseContextProps, 'found' | 'addressOf'>) {
  return (
    <Part title={t('Earlier decisions')}>
      <Decisions found={found} addressOf={addressOf} />
    </Part>
  )
}

/** The context of the case: the user, their balances, and earlier decisions. */
export function CaseContext({ found, nowMs, addressOf }: CaseContextProps) {
  return (
    <div className="grid items-start gap-4 @xl:grid-cols-2">
      <Part title={t('User')}>
        {found.user ? (
          <UserCard user={found.user} nowMs={nowMs} />
        ) : (
          <Nothing>{t('The account is deleted.')}</Nothing>
        )}
      </Part>
      <Part title={t('Balances')}>
        <Balances found={found} />
      </Part>
      <CaseDecisions found={found} addressOf={addressOf} />
      <Part title={t('Latest movements')}>
        <Movements found={found} />
      </Part>
    </div>
  )
}

const OPEN_ITEM = msg('Open item')
const BOX = 'rounded-md border border-line bg-surface-2'
const ROW =
  'flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-0.5 px-3 py-2 text-sm'

function Nothing({ children }: { children: ReactNode }) {
  return <p className={`${BOX} px-3 py-3 text-fg-3 text-sm`}>{children}</p>
}

function UserCard({ user, nowMs }: { user: ReviewedUser; nowMs: number }) {
  const days = Math.floor((nowMs - epochMsOf(user.created_at)) / DAY_MS)
  return (
    <div className={`${BOX} flex flex-col gap-3 p-3`}>
      <div className="flex items-start gap-3">
        <Avatar name={user.full_name} />
        <div className="min-w-0 flex-1">
          <p className="font-semibold text-fg text-sm">
            <UserLink id={user.user_id}>{user.full_name}</UserLink>
          </p>
          <p className="wrap-anywhere text-fg-3 text-xs">
            <bdi>{user.email}</bdi>
          </p>
          <span className="mt-1.5 flex flex-wrap gap-1.5">
            {user.is_verified ? (
              <Badge tone="success">{t('Verified')}</Badge>
            ) : (
              <Badge tone="warn">{t('Unverified')}</Badge>
            )}
            {user.must_verify_again && <Badge tone="warn">{t('Must verify again')}</Badge>}
            {!user.is_active && <Badge tone="danger">{t('Disabled')}</Badge>}
          </span>
        </div>
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm">
        <Fact label={t('ID')}>
          <bdi className="num">{user.display_id}</bdi>
        </Fact>
        <Fact label={t('Phone')}>{user.phone ? <bdi>{user.phone}</bdi> : t('Not set')}</Fact>
        <Fact label={t('Signed up')}>
          {formatDate(user.created_at)}
          <span className="block text-fg-3 text-xs">{daysAgo(days)}</span>
        </Fact>
        <Fact label={t('Last log-in')}>
          {user.last_sign_in_at ? formatDateTime(user.last_sign_in_at) : t('Never')}
        </Fact>
      </dl>
    </div>
  )
}

function Balances({ found: { balances, debt, holds } }: { found: ReviewCase }) {
  const held = balances.filter(({ available, frozen }) => available !== '0' || frozen !== '0')
  const kinds = holdKindsOf(useFeatures())
  if (held.length === 0 && debt.owed === '0')
    return <Nothing>{t('No balances and no debt.')}</Nothing>
  return (
    <div className={`${BOX} divide-y divide-line`}>
      <LoanDebt debt={debt} />
      <ul className="divide-y divide-line">
        {held.map(({ symbol, available, frozen }) => (
          <li key={symbol} className={ROW}>
            <span className="text-fg-2">{symbol}</span>
            <span className="text-end">
              <Money amount={available} as="portfolio" className="text-fg" />
              {frozen !== '0' && (
                <span className="block text-fg-3 text-xs">
                  {rich('Frozen {amount}', { amount: <Money amount={frozen} as="portfolio" /> })}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {holds.length > 0 && (
        <ul aria-label={t('What holds the frozen amounts')} className="divide-y divide-line">
          {holds.map((hold) => (
            <li key={`${hold.kind} ${hold.id} ${hold.symbol}`} className={`${ROW} text-xs`}>
              <span className="text-fg-3">
                {t('Held by: {kind}', { kind: t(kinds[hold.kind]?.label ?? OPEN_ITEM) })}
              </span>
              <Money
                amount={hold.amount}
                symbol={hold.symbol}
                as="portfolio"
                className="text-fg-2"
              />
            </li>
          ))}
          <LatestOnly count={holds.length} of={CASE_HOLDS_MAX} />
        </ul>
      )}
    </div>
  )
}

function latestText(count: number): string {
  return t('{count, plural, one {The latest # is shown.} other {The latest # are shown.}}', {
    count,
  })
}

/** The server sends only the latest ones. */
function LatestOnly({ count, of }: { count: number; of: number }) {
  if (count < of) return null
  return <li className={`${ROW} list-none text-fg-3 text-xs`}>{latestText(of)}</li>
}

function Decisions({ found, addressOf }: Pick<CaseContextProps, 'found' | 'addressOf'>) {
  const views = useReviewViews()
  const labelOf = (kind: string) => views.find((view) => view.kind === kind)?.label ?? kind
  if (found.decisions.length === 0) return <Nothing>{t('No earlier decisions.')}</Nothing>
  return (
    <ul className={`${BOX} divide-y divide-line`}>
      {found.decisions.map((decision) => (
        <li key={`${nameText(decision)} ${decision.at} ${decision.outcome}`} className={ROW}>
          <Link
            to={addressOf(nameText(decision))}
            className="inline-flex min-h-6 items-center text-info hover:underline"
          >
            {t(labelOf(decision.kind))}
          </Link>
          <span className="flex items-center gap-2">
            {decision.amount !== null && (
              <Money
                amount={decision.amount}
                symbol={decision.asset ?? ''}
                as="portfolio"
                className="text-fg-2 text-xs"
              />
            )}
            <StatusBadge status={decision.outcome} />
          </span>
          <p className="wrap-anywhere w-full text-fg-3 text-xs">
            {decision.by
              ? t('{time} by {name}', { time: formatDateTime(decision.at), name: decision.by })
              : formatDateTime(decision.at)}
            {decision.proposed_by && (
              <span className="block">
                {t('Proposed by {name}', { name: decision.proposed_by })}
              </span>
            )}
          </p>
          {decision.note && (
            <p className="wrap-anywhere w-full text-fg-2 text-xs">
              <bdi>{decision.note}</bdi>
            </p>
          )}
          {decision.reason && (
            <p className="wrap-anywhere w-full text-fg-2 text-xs">{decision.reason}</p>
          )}
          {decision.notes && (
            <p className="wrap-anywhere w-full text-fg-3 text-xs">
              {t('Notes: {notes}', { notes: decision.notes })}
            </p>
          )}
        </li>
      ))}
      <LatestOnly count={found.decisions.length} of={CASE_DECISIONS_MAX} />
    </ul>
  )
}

function Movements({ found: { movements } }: { found: ReviewCase }) {
  if (movements.length === 0) return <Nothing>{t('No balance has moved yet.')}</Nothing>
  return (
    <ul className={`${BOX} divide-y divide-line`}>
      {movements.map((line) => (
        <li key={`${line.position} ${line.symbol}`} className={ROW}>
          <span className="min-w-0">
            <span className="block text-fg-2">{titleOf(line)}</span>
            <span className="num block text-fg-3 text-xs">{formatDateTime(line.at)}</span>
          </span>
          <bdi dir="ltr" className="num text-fg">
            {shortText(movementOf(line))} <span className="text-fg-3 text-xs">{line.symbol}</span>
          </bdi>
        </li>
      ))}
    </ul>
  )
}

function daysAgo(days: number): string {
  if (days === 0) return t('Today')
  return t('{days, plural, one {# day ago} other {# days ago}}', { days })
}
