import { ArrowUpFromLine } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { UserLink } from '#pwa/components/user-link.tsx'
import { takesEffectNow } from '#pwa/reviews/approval-standing.tsx'
import { RequestCard } from '#pwa/reviews/request-card.tsx'
import type { RequestHistory } from '#pwa/reviews/requests-dialog.tsx'
import { type ExtraProps, problemOr, type ReviewView } from '#pwa/reviews/review-view.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { CopyButton } from '#pwa/ui/copy-button.tsx'
import { Fact } from '#pwa/ui/fact.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { FilePicker } from '#pwa/ui/file-picker.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { SCREENSHOT_BYTES_MAX } from '#shared/contract/deposits.ts'
import { type ReviewedWithdrawal, reviewedWithdrawal } from '#shared/contract/withdrawals.ts'
import { describeRefusal } from '#shared/errors.ts'
import { formatBytes, formatDateTime } from '#shared/format.ts'
import { msg, t } from '#shared/text/t.ts'
import {
  useReviewWithdrawal,
  useWithdrawalCounts,
  useWithdrawals,
} from './use-withdrawal-review.ts'

/** How staff review a withdrawal: an approval may carry a screenshot of the transfer. */
export const withdrawalReview: ReviewView<ReviewedWithdrawal> = {
  kind: 'withdrawal',
  label: msg('Withdrawal'),
  plural: msg('Withdrawals'),
  icon: ArrowUpFromLine,
  permission: 'withdrawals.review',
  paysOut: true,
  isSentByHand: true,
  schema: reviewedWithdrawal,
  caseIdOf: ({ id }) => id,
  standingOf: (request) => request,
  useCanApprove: () => isNotFrozen,
  Subject: ({ subject }) => (
    <ul>
      <WithdrawalCard request={subject} />
    </ul>
  ),
  decision: {
    titles: {
      approve: msg('Approve withdraw request'),
      reject: msg('Reject withdraw request'),
    },
    rows: ({ user_id: id, users, amount, symbol, network }, act) => [
      { label: t('User'), value: <UserLink id={users.email && id}>{users.full_name}</UserLink> },
      {
        label: act === 'reject' ? t('Returns') : t('Leaves the platform'),
        value: <Money amount={amount} symbol={symbol} />,
        strong: true,
      },
      { label: t('Network'), value: network, strong: true },
    ],
    reason: { isRequired: false },
    takesNotes: true,
    Extra: Transfer,
    isHeldBack: ({ draft: { file } }) => file !== undefined && proofProblemOf(file) !== undefined,
    useSend: useReviewWithdrawal,
    problemOf: problemOr(msg('Failed to review withdraw request')),
  },
}

export const withdrawalRequests: RequestHistory<ReviewedWithdrawal> = {
  view: withdrawalReview,
  title: msg('Withdraw Requests'),
  historyTitle: msg('Withdraw History'),
  empty: {
    title: msg('No pending withdraw requests'),
    text: msg('New requests appear here automatically.'),
  },
  failed: msg('Error loading withdraw requests'),
  useWaiting: () => useWithdrawals('pending'),
  useDecided: useWithdrawals,
  useCounts: useWithdrawalCounts,
  Card: WithdrawalCard,
}

interface CardProps {
  request: ReviewedWithdrawal
  actions?: ReactNode
}

function WithdrawalCard({ request, actions }: CardProps) {
  const { network, wallet_address: address } = request
  return (
    <RequestCard
      view={withdrawalReview}
      request={request}
      address={{ label: t('To ({network})', { network }), text: address }}
      imageUrl={request.admin_screenshot_url}
      badges={
        <>
          <Badge tone="warn">{network}</Badge>
          {request.second_factor && <Badge tone="info">{t('Second factor')}</Badge>}
          {request.withdrawals_frozen_until && <Badge tone="danger">{t('Frozen by user')}</Badge>}
        </>
      }
      actions={actions}
    >
      {request.withdrawals_frozen_until && (
        <Fact label={t('Frozen by user until')}>
          {formatDateTime(request.withdrawals_frozen_until)}
        </Fact>
      )}
    </RequestCard>
  )
}

const isNotFrozen = (request: ReviewedWithdrawal) => request.withdrawals_frozen_until === null

/** Where an approval sends what, and the screenshot of it. */
function Transfer({ subject, act, draft: { file }, onChange }: ExtraProps<ReviewedWithdrawal>) {
  if (act === 'reject') return null
  const { wallet_address: address, symbol, network, withdrawals_frozen_until: until } = subject
  if (until) {
    return (
      <Notice tone="danger">
        {t(
          'The user froze all withdrawals by a link in an email, because this one may not be theirs. Nothing can be approved until {time}. Ask the user, or reject it.',
          { time: formatDateTime(until) },
        )}
      </Notice>
    )
  }
  return (
    <>
      <div className="flex flex-col gap-2 rounded-md border border-line bg-surface-2 p-3">
        <code className="break-all text-center font-mono text-fg text-sm">{address}</code>
        <CopyButton text={address} label={t('Copy address')} wide />
      </div>
      {takesEffectNow(subject) && (
        <>
          <Notice tone="warn">
            {t('Approve once {symbol} is on its way on {network}: an approval cannot be undone.', {
              symbol,
              network,
            })}
          </Notice>
          <ProofPicker
            file={file}
            onFileChange={(picked) => onChange({ file: picked })}
            problem={file && proofProblemOf(file)}
          />
        </>
      )}
    </>
  )
}

interface ProofPickerProps {
  file: File | undefined
  onFileChange: (file: File | undefined) => void
  problem: string | undefined
}

function ProofPicker({ file, onFileChange, problem }: ProofPickerProps) {
  return (
    <Field
      label={t('Withdrawal screenshot')}
      hint={t('The user sees it with the result.')}
      error={problem}
      optional
    >
      {file && !problem ? (
        <Preview file={file} onRemove={() => onFileChange(undefined)} />
      ) : (
        <FilePicker
          accepts="image"
          bytesMax={SCREENSHOT_BYTES_MAX}
          file={file}
          onFileChange={onFileChange}
        />
      )}
    </Field>
  )
}

/** What the server would refuse. */
function proofProblemOf({ name, type, size }: File): string | undefined {
  if (!type.startsWith('image/')) return describeRefusal('upload.not_image', { file: name }).message
  if (size <= SCREENSHOT_BYTES_MAX) return undefined
  const maximum = formatBytes(SCREENSHOT_BYTES_MAX)
  return describeRefusal('upload.too_large', { file: name, maximum }).message
}

function Preview({ file, onRemove }: { file: File; onRemove: () => void }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return (
    <div className="flex flex-col gap-2 rounded-md border border-line bg-surface-2 p-2">
      {url && (
        <img
          src={url}
          alt={t('Preview of the withdrawal screenshot')}
          className="h-48 w-full rounded-sm bg-surface-3 object-contain"
        />
      )}
      <div className="flex items-center justify-between gap-3 ps-1">
        <span title={file.name} className="min-w-0 truncate text-fg-2 text-sm">
          <bdi>{file.name}</bdi>{' '}
          <bdi className="num text-fg-3 text-xs">{formatBytes(file.size)}</bdi>
        </span>
        <Button size="small" onClick={onRemove}>
          {t('Remove')}
        </Button>
      </div>
    </div>
  )
}
