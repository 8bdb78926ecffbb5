import { useEffect, useState } from 'react'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { takesEffectNow } from '#pwa/reviews/approval-standing.tsx'
import type { Decision, ExtraProps } from '#pwa/reviews/review-view.ts'
import { Button } from '#pwa/ui/button.tsx'
import { CopyButton } from '#pwa/ui/copy-button.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { FilePicker } from '#pwa/ui/file-picker.tsx'
import { Notice, ProblemNotice } from '#pwa/ui/notice.tsx'
import { type Problem, problemOfFailure } from '#pwa/ui/problem.ts'
import { SCREENSHOT_BYTES_MAX } from '#shared/contract/deposits.ts'
import { type ReviewedWithdrawal, startSending, stopSending } from '#shared/contract/withdrawals.ts'
import { describeRefusal } from '#shared/errors.ts'
import { formatBytes, formatDateTime } from '#shared/format.ts'
import { t } from '#shared/text/t.ts'

type Subject = { readonly subject: ReviewedWithdrawal }
type Sending = NonNullable<ReviewedWithdrawal['sending']>

/** What a decision on a withdrawal has to do with its transfer. */
export function Transfer(props: ExtraProps<ReviewedWithdrawal>) {
  const { subject, act } = props
  const { sending } = subject
  if (sending && !sending.is_mine) return <SentByColleague subject={subject} sending={sending} />
  if (sending) {
    return act === 'reject' ? (
      <Notice tone="warn">
        {t('You started to send these coins at {time}. Reject only if nothing was sent.', {
          time: formatDateTime(sending.at),
        })}
      </Notice>
    ) : (
      <OwnTransfer {...props} />
    )
  }
  if (act === 'reject') return null
  if (subject.withdrawals_frozen_until) return <FrozenNotice subject={subject} />
  return takesEffectNow(subject) ? <StartSending subject={subject} /> : null
}

/** Why this decision cannot be sent yet. */
export function isTransferMissing({
  subject,
  act,
  draft: { file },
}: Decision<ReviewedWithdrawal>): boolean {
  const { sending, first_approval: first } = subject
  if (sending && !sending.is_mine) {
    return act === 'reject' || first?.user_id !== sending.user_id
  }
  if (act === 'reject') return false
  if (!sending && takesEffectNow(subject)) return true
  return file !== undefined && proofProblemOf(file) !== undefined
}

function FrozenNotice({ subject: { withdrawals_frozen_until: until, sending } }: Subject) {
  if (!until) return null
  const time = formatDateTime(until)
  return (
    <Notice tone="danger">
      {sending
        ? t(
            'The user froze all withdrawals until {time} by a link in an email, because this one may not be theirs. Approve it only if the coins are on their way.',
            { time },
          )
        : t(
            'The user froze all withdrawals by a link in an email, because this one may not be theirs. Nothing can be approved until {time}. Ask the user, or reject it.',
            { time },
          )}
    </Notice>
  )
}

function StartSending({ subject: { id } }: Subject) {
  const { isBusy, problem, press } = useAct(startSending, id)
  return (
    <>
      <Notice>
        {t(
          'You send the coins yourself, with a wallet outside this platform. Once you start, the address can be copied here, the user cannot cancel, and no colleague can decide.',
        )}
      </Notice>
      <Button variant="primary" wide busy={isBusy} onClick={press}>
        {t('Start sending')}
      </Button>
      <ProblemNotice problem={problem} />
    </>
  )
}

/** Where an approval sends what, and the screenshot of it. */
function OwnTransfer({ subject, draft: { file }, onChange }: ExtraProps<ReviewedWithdrawal>) {
  const { wallet_address: address, symbol, network } = subject
  return (
    <>
      <FrozenNotice subject={subject} />
      <div
        ref={takesLostFocus}
        className="flex flex-col gap-2 rounded-md border border-line bg-surface-2 p-3"
      >
        <code dir="ltr" className="break-all text-center font-mono text-fg text-sm">
          {address}
        </code>
        <CopyButton text={address} label={t('Copy address')} wide />
      </div>
      <Notice tone="warn">
        {t('Approve once {symbol} is on its way on {network}: an approval cannot be undone.', {
          symbol,
          network,
        })}
      </Notice>
      {takesEffectNow(subject) && (
        <ProofPicker
          file={file}
          onFileChange={(picked) => onChange({ file: picked })}
          problem={file && proofProblemOf(file)}
        />
      )}
      <StopSending subject={subject} label={t('I have sent nothing')} />
    </>
  )
}

/** The button that was pressed to start is gone. */
function takesLostFocus(place: HTMLElement | null) {
  if (document.activeElement === document.body) place?.querySelector('button')?.focus()
}

function SentByColleague({
  subject,
  sending: { user_id: sender, by, at, may_stop: mayStop },
}: Subject & {
  sending: Sending
}) {
  const isSecond = subject.first_approval?.user_id === sender
  const facts = { name: by ?? t('A colleague'), time: formatDateTime(at) }
  return (
    <>
      <Notice tone="warn">
        {isSecond
          ? t(
              '{name} started to send these coins at {time}. Ask them whether the coins are on their way, then approve. Do not send them again.',
              facts,
            )
          : t(
              '{name} started to send these coins at {time}. Only they can approve this, or say that they have sent nothing.',
              facts,
            )}
      </Notice>
      {mayStop && <StopSending subject={subject} label={t('Nothing was sent')} />}
    </>
  )
}

function StopSending({ subject: { id }, label }: Subject & { label: string }) {
  const { isBusy, problem, press } = useAct(stopSending, id)
  return (
    <>
      <Button variant="outline" wide busy={isBusy} onClick={press}>
        {label}
      </Button>
      <ProblemNotice problem={problem} />
    </>
  )
}

/** One press that the server records; the case is fetched again after it. */
function useAct(route: typeof startSending | typeof stopSending, id: string) {
  const { isSubmitting, submit } = useSubmit<typeof startSending | typeof stopSending>(route)
  const [problem, setProblem] = useState<Problem>()
  const act = async () => {
    setProblem(undefined)
    const result = await submit({ params: { id } })
    if (result.state !== 'refused') return
    setProblem(problemOfFailure(result.failure, { title: t('Error'), message: t('Action failed') }))
  }
  return { isBusy: isSubmitting, problem, press: () => void act() }
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
