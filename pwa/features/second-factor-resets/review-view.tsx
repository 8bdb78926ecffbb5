import { KeyRound } from 'lucide-react'
import { ReleasedAloneNotice } from '#pwa/components/released-alone-notice.tsx'
import { IdentifiedUser } from '#pwa/components/user-link.tsx'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { type Decision, problemOr, type ReviewView } from '#pwa/reviews/review-view.ts'
import { Fact } from '#pwa/ui/fact.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import {
  reviewSecondFactorReset,
  type SecondFactorReset,
  secondFactorReset,
} from '#shared/contract/second-factor-resets.ts'
import { formatDateTime } from '#shared/format.ts'
import { RESET_HOLD_HOURS } from '#shared/rules/withdrawal-hold.ts'
import { msg, t } from '#shared/text/t.ts'
import { epochMsOf } from '#shared/time.ts'

/** How staff review the reset of a lost second factor that a colleague asked for. */
export const secondFactorResetReview: ReviewView<SecondFactorReset> = {
  kind: 'second-factor-reset',
  label: msg('Lost second factor'),
  plural: msg('Lost second factors'),
  icon: KeyRound,
  permission: 'users.manage',
  isProposal: true,
  schema: secondFactorReset,
  caseIdOf: ({ user }) => user.id,
  submissionOf: ({ requested_at: at }) => at,
  standingOf: (reset) => reset,
  Subject: ({ subject }) => (
    <div className="flex flex-col gap-3">
      <dl className="grid gap-x-6 gap-y-2 rounded-md border border-line bg-surface-2 p-4 text-sm md:grid-cols-2">
        <Fact label={t('Requested by')}>{subject.first_approval?.by ?? t('N/A')}</Fact>
        <Fact label={t('Requested on')}>{formatDateTime(subject.requested_at)}</Fact>
        <Fact label={t('Reason')}>{subject.reason}</Fact>
      </dl>
      <NotLostNotice subject={subject} />
    </div>
  ),
  decision: {
    titles: { approve: msg('Reset this second factor?'), reject: msg('Reject this reset?') },
    rows: ({ user, reason }) => [
      { label: t('User'), value: <IdentifiedUser id={user.id} user={user} /> },
      { label: t('Email'), value: <bdi>{user.email}</bdi> },
      { label: t('Reason'), value: reason },
    ],
    Extra: ({ subject, act }) =>
      act === 'approve' && (
        <>
          <NotLostNotice subject={subject} />
          <Notice tone="warn">
            {t(
              'Verify the owner’s request yourself. Afterwards the password alone opens the account. All sessions end, the owner gets an email, and withdrawals are on hold for {hours, plural, one {# hour} other {# hours}}.',
              { hours: RESET_HOLD_HOURS },
            )}
          </Notice>
          <ReleasedAloneNotice />
        </>
      ),
    useSend: useReviewReset,
    problemOf: problemOr(msg('Action failed')),
  },
}

/** What makes it doubtful that the owner has lost the factor. */
function NotLostNotice({ subject }: { readonly subject: SecondFactorReset }) {
  const { requested_at: requestedAt, is_on: isOn = true, used_at: usedAt = null } = subject
  if (!isOn) {
    return (
      <Notice tone="warn">
        {t('The user has turned the second factor off. Reject this request.')}
      </Notice>
    )
  }
  if (usedAt === null || epochMsOf(usedAt) <= epochMsOf(requestedAt)) return null
  return (
    <Notice tone="warn">
      {t(
        'The second factor was used on {date}, after this reset was requested. Find out who used it before you decide.',
        { date: formatDateTime(usedAt) },
      )}
    </Notice>
  )
}

function useReviewReset() {
  const { submit } = useSubmit(reviewSecondFactorReset)
  return ({ subject, act }: Decision<SecondFactorReset>) =>
    submit({
      params: { userId: subject.user.id },
      body: { action: act, requestedAt: subject.requested_at },
    })
}
