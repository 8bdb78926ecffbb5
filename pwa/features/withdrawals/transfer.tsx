import { useState } from 'react'
import { takesEffectNow } from '#pwa/reviews/approval-standing.tsx'
import type { Decision, ExtraProps } from '#pwa/reviews/review-view.ts'
import { showToast } from '#pwa/stores/toasts.ts'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { CopyButton } from '#pwa/ui/copy-button.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { Notice, ProblemNotice } from '#pwa/ui/notice.tsx'
import { rich } from '#pwa/ui/rich.ts'
import {
  type CoinTransfer,
  type ReviewedWithdrawal,
  startSending,
  stopSending,
} from '#shared/contract/withdrawals.ts'
import { formatDateTime } from '#shared/format.ts'
import { msg, t } from '#shared/text/t.ts'
import { ProofPicker, proofProblemOf } from './transfer-proof.tsx'
import { useAct } from './use-act.ts'

type Props = ExtraProps<ReviewedWithdrawal>
type Sending = NonNullable<ReviewedWithdrawal['sending']>

/** The part of the decision dialog that is about the transfer of the coins. */
export function Transfer(props: Props) {
  const { subject, act, mayAct } = props
  const { sending } = subject
  const start = useStart(props)
  if (sending && !sending.is_mine) return <ColleaguesTransfer {...props} sending={sending} />
  if (act === 'reject') return sending && <StartedNotice {...props} sending={sending} />
  if (!sending && subject.withdrawals_frozen_until) return <FrozenNotice subject={subject} />
  const mayStart = mayAct && takesEffectNow(subject)
  if (sending || mayStart) return <OwnTransfer {...props} start={start} />
  // A colleague's claim may be seen before the refusal of what was pressed.
  return <ProblemNotice problem={start.problem} />
}

/** Starts to send, and keeps where to. */
function useStart({ subject: { id }, onRefused }: Props) {
  const [transfer, setTransfer] = useState<CoinTransfer>()
  return { ...useAct(startSending, { id, onRefused, onDone: setTransfer }), transfer }
}

/** Whether a decision has to wait: for the transfer, or for another screenshot of it. */
export function isHeldBack({
  subject,
  act,
  draft: { file },
}: Decision<ReviewedWithdrawal>): boolean {
  const { sending, first_approval: first } = subject
  const isFileWrong = file !== undefined && proofProblemOf(file) !== undefined
  if (!sending || sending.is_mine) {
    return act === 'approve' && (isFileWrong || (!sending && takesEffectNow(subject)))
  }
  if (act === 'reject') return true
  return isFileWrong || !(sending.may_record || first?.user_id === sending.user_id)
}

function FrozenNotice({ subject }: Pick<Props, 'subject'>) {
  const { withdrawals_frozen_until: until, sending } = subject
  if (!until) return null
  const time = formatDateTime(until)
  return (
    <Notice tone="danger">
      {sending
        ? t(
            'The user froze all withdrawals until {time} with the link in an email, so this one may not be theirs. Approve it only if the coins are on their way.',
            { time },
          )
        : t(
            'The user froze all withdrawals with the link in an email, so this one may not be theirs. Nothing can be approved until {time}. Ask the user, or reject it.',
            { time },
          )}
    </Notice>
  )
}

/** Starts to send, which shows the amount and the address; then asks for the screenshot. */
function OwnTransfer({ start, ...props }: Props & { start: ReturnType<typeof useStart> }) {
  const { subject } = props
  const { sending } = subject
  return (
    <>
      <FrozenNotice subject={subject} />
      {sending && start.transfer ? (
        <Destination transfer={start.transfer} />
      ) : (
        <div ref={restoreFocus} className="flex flex-col gap-4">
          {!sending && (
            <Notice>
              {t(
                'You send the coins yourself, with a wallet outside this platform. Once you start, the address can be copied here, the user cannot cancel, and no colleague can decide.',
              )}
            </Notice>
          )}
          <Button
            variant={sending ? 'secondary' : 'primary'}
            wide
            busy={start.isBusy}
            onClick={start.press}
          >
            {sending ? t('Show the address') : t('Start sending')}
          </Button>
        </div>
      )}
      <ProblemNotice problem={start.problem} />
      {sending && <Sent {...props} />}
    </>
  )
}

/** From the log, not from the request on the screen. */
function Destination({ transfer }: { transfer: CoinTransfer }) {
  const { symbol, amount, network, wallet_address: address } = transfer
  return (
    <div
      ref={restoreFocus}
      className="flex flex-col gap-2 rounded-md border border-line bg-surface-2 p-3"
    >
      <p className="text-center text-fg-2 text-sm">
        {rich('{amount} on {network}', {
          amount: <Money amount={amount} symbol={symbol} className="font-semibold text-fg" />,
          network: <bdi>{network}</bdi>,
        })}
      </p>
      <code dir="ltr" className="break-all text-center font-mono text-fg text-sm">
        {address}
      </code>
      <CopyButton text={address} label={t('Copy address')} wide />
    </div>
  )
}

/** Once the sender has started: what is left to do. */
function Sent(props: Props) {
  const { subject } = props
  const { symbol, network } = subject
  return (
    <>
      <Notice tone="warn">
        {t('Approve once {symbol} is on its way on {network}: an approval cannot be undone.', {
          symbol,
          network,
        })}
      </Notice>
      {takesEffectNow(subject) ? (
        <ProofPicker {...props} />
      ) : (
        <Notice>
          {t(
            'Since you started, this has gone over the limit for one person. Your approval is now the first of two.',
          )}
        </Notice>
      )}
      <StopSending {...props} label={t('I have sent nothing')} />
    </>
  )
}

/** Before the sender rejects. */
function StartedNotice({ sending, ...props }: Props & { sending: Sending }) {
  return (
    <>
      <Notice tone="warn">
        {t('You started to send these coins at {time}. Reject only if nothing was sent.', {
          time: formatDateTime(sending.at),
        })}
      </Notice>
      <StopSending {...props} label={t('I have sent nothing')} />
    </>
  )
}

/** While a colleague sends the coins, only they can decide, unless they wait for a second approval. */
export function reservedFor({ sending, first_approval }: ReviewedWithdrawal): string | undefined {
  if (!sending || sending.is_mine || sending.may_record) return undefined
  if (first_approval?.user_id === sending.user_id) return undefined
  return t(ONLY_THEY, factsOf(sending))
}

function factsOf({ by, at }: Sending) {
  return { name: by ?? t('A colleague'), time: formatDateTime(at) }
}

function ColleaguesTransfer({ sending, ...props }: Props & { sending: Sending }) {
  const { subject, act } = props
  const reserved = reservedFor(subject)
  return (
    <>
      <Notice tone="warn">{reserved ?? t(ASK, factsOf(sending))}</Notice>
      {act === 'approve' && !reserved && <ProofPicker {...props} />}
      {sending.may_record && <StopSending {...props} label={t('Nothing was sent')} />}
    </>
  )
}

const ASK = msg(
  '{name} started to send these coins at {time}. Find out whether the coins are on their way, then approve. Do not send them again.',
)
const ONLY_THEY = msg(
  '{name} started to send these coins at {time}. Only they can decide on this now, or say that they have sent nothing.',
)

function StopSending({ subject: { id }, onRefused, label }: Props & { label: string }) {
  const [asks, setAsks] = useState(false)
  const onDone = () => showToast({ title: t('Recorded: nothing was sent.'), tone: 'success' })
  const stop = useAct(stopSending, { id, onRefused, onDone })
  return (
    <>
      <Button variant="outline" wide onClick={() => setAsks(true)}>
        {label}
      </Button>
      <ProblemNotice problem={stop.problem} />
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={t('Nothing was sent?')}
        confirmLabel={t('Nothing was sent')}
        tone="danger"
        busy={stop.isBusy}
        onConfirm={() => void stop.press().then(() => setAsks(false))}
      >
        <p>
          {t(
            'The user can then cancel and keep the balance. Confirm it only if no coins have left. It is recorded under your name.',
          )}
        </p>
      </ConfirmDialog>
    </>
  )
}

/** The button that was pressed is gone. */
function restoreFocus(place: HTMLElement | null) {
  if (document.activeElement === document.body) place?.querySelector('button')?.focus()
}
