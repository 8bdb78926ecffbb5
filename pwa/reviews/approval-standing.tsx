import { Badge } from '#pwa/ui/badge.tsx'
import { Fact } from '#pwa/ui/fact.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { rich } from '#pwa/ui/rich.ts'
import type { ApprovalStanding } from '#shared/contract/reviews.ts'
import { describeRefusal } from '#shared/errors.ts'
import { formatDateTime } from '#shared/format.ts'
import type { Refusal } from '#shared/refusal.ts'
import {
  COUNTING_RULES,
  type SecondPersonReason,
  SIGN_IN_CHANGED_MS,
} from '#shared/rules/second-approval.ts'
import { msg, t } from '#shared/text/t.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'

interface StandingProps {
  standing: ApprovalStanding
}

/** A request that two people must approve. */
export function SecondApprovalBadge({ standing }: StandingProps) {
  if (!standing.needs_second_approval) return null
  return standing.first_approval ? (
    <Badge tone="info">{t('Awaits second approval')}</Badge>
  ) : (
    <Badge>{t('Two approvals')}</Badge>
  )
}

export function FirstApprovalFact({ standing: { first_approval: first } }: StandingProps) {
  if (!first) return null
  return (
    <>
      <Fact label={t('First approval')}>
        {t('{name}, {time}', { name: first.by ?? t('N/A'), time: formatDateTime(first.at) })}
      </Fact>
      {first.notes && <Fact label={t('Notes of the first approval')}>{first.notes}</Fact>}
    </>
  )
}

interface NoticeProps extends StandingProps {
  /** The reviewer who reads it. */
  userId: string | undefined
  /** Of what cannot be approved. */
  refusedAs?: Refusal | undefined
}

/**
 * Before an approval: its effect if two are needed, why, and who could give the other; or why no
 * one can approve.
 */
export function SecondApprovalNotice({ standing, userId, refusedAs }: NoticeProps) {
  if (refusedAs) {
    const { refused, details } = refusedAs
    return <Notice tone="warn">{describeRefusal(refused, details).message}</Notice>
  }
  const { needs_second_approval: needsTwo, second_person_missing: isMissing } = standing
  if (!needsTwo) return null
  return (
    <Notice tone={isMissing ? 'warn' : 'info'}>
      {sayingOf(standing, userId)}
      {isMissing && (
        <span className="mt-1 block">
          {t('No other member of staff can give it.')} <HowToAddStaff />
        </span>
      )}
    </Notice>
  )
}

function sayingOf(standing: ApprovalStanding, userId: string | undefined): string {
  const { first_approval: first, second_approval_reason: reason } = standing
  const why = reason ? `${t(WHY_TWO[reason], WHY_VALUES)} ` : ''
  if (isFirstApprover(standing, userId)) return `${why}${t(APPROVED_FIRST)}`
  if (!first) {
    return `${why}${t('A second person must approve it as well. Nothing moves until then.')}`
  }
  return first.by === null
    ? t('A colleague has approved this. Yours is the second approval: it takes effect at once.')
    : t('{name} has approved this. Yours is the second approval: it takes effect at once.', {
        name: first.by,
      })
}

/** To the reviewer who gave the first of two approvals. */
export const APPROVED_FIRST = msg(
  'You gave the first approval. Nothing moves until a second person approves.',
)

const WHY_TWO: Readonly<Record<SecondPersonReason, string>> = {
  no_price: msg('An asset has no current price, so the value is unknown.'),
  amount: msg('This is worth more than one person may approve.'),
  customer_total: msg(
    'This would bring your approvals for this user within {hours, plural, one {# hour} other {# hours}} above the limit for one person.',
  ),
  staff_total: msg(
    'This would bring your approvals within {hours, plural, one {# hour} other {# hours}} above the limit for one person.',
  ),
  credited: msg(
    'You credited this user within the last {days, plural, one {day} other {# days}}. In any {hours, plural, one {hour} other {# hours}}, you may approve alone only a small total of withdrawals for users whom you have credited.',
  ),
  sign_in: msg(
    'Within the last {signInDays, plural, one {day} other {# days}} you set the password of this user or took part in the reset of their second factor, so you may not approve their withdrawals alone.',
  ),
}

/** What these texts count. */
const WHY_VALUES = {
  hours: COUNTING_RULES.countedMs / HOUR_MS,
  days: COUNTING_RULES.creditedMs / DAY_MS,
  signInDays: SIGN_IN_CHANGED_MS / DAY_MS,
}

const GRANT = 'npm run grant -- EMAIL admin REASON'

/** For an installation with one member of staff. */
export function HowToAddStaff() {
  return rich('To add one, run {command} on the server. The person signs up first.', {
    command: (
      <code dir="ltr" className="wrap-anywhere font-mono text-fg text-xs">
        {GRANT}
      </code>
    ),
  })
}

/** Whether an approval takes effect: the first of two moves and sends nothing. */
export function takesEffectNow(standing: ApprovalStanding): boolean {
  return !standing.needs_second_approval || standing.first_approval !== null
}

/** The reviewer who gave the first approval cannot give the second. */
export function isFirstApprover(standing: ApprovalStanding | undefined, userId?: string) {
  const first = standing?.first_approval ?? null
  return first !== null && first.user_id === userId
}
