import { useEffect, useState } from 'react'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { usePortfolio } from '#pwa/hooks/use-portfolio.ts'
import { useWithdrawAgain, type WithdrawDraft } from '#pwa/stores/withdraw-again.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Steps } from '#pwa/ui/steps.tsx'
import { HoldNotice } from './hold-notice.tsx'
import { PendingWithdrawals } from './pending-withdrawals.tsx'
import { useSendWithdrawal } from './use-send-withdrawal.ts'
import { useWithdrawalTerms } from './use-withdrawals.ts'
import { WithdrawConfirmStep } from './withdraw-confirm-step.tsx'
import { WithdrawDetailsStep } from './withdraw-details-step.tsx'
import { emptyDraft, type Problem, problemOf } from './withdraw-draft.ts'

interface WithdrawFlowProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

const STEPS = ['Details', 'Confirm'] as const

/** Withdraw in two steps. Going back keeps what was typed; closing starts anew. */
export function WithdrawFlow({ open, onOpenChange }: WithdrawFlowProps) {
  const { availableOf } = usePortfolio()
  const again = useWithdrawAgain((state) => state.draft)
  const [entered, setEntered] = useState(again)
  const draft = entered ?? emptyDraft(availableOf)
  // Everything was chosen before: what is new is the confirmation.
  const [step, setStep] = useState(again ? 1 : 0)
  const [problem, setProblem] = useState<Problem>()
  const [code, setCode] = useState('')
  const [label, setLabel] = useState<string>()
  const terms = useWithdrawalTerms()
  const { send, isSending, codeAskedFor } = useSendWithdrawal()
  const { isOnline } = useConnection()
  const available = availableOf(draft.symbol)
  const holdEndsAt = terms.data?.hold_ends_at ?? undefined
  const needsCode = codeAskedFor || terms.data?.second_factor === true

  useEffect(() => useWithdrawAgain.setState({ draft: undefined }), [])

  function change(next: WithdrawDraft) {
    setEntered(next)
    setProblem(undefined)
  }

  function proceed() {
    const found = problemOf(draft, available)
    setProblem(found)
    if (!found) setStep(1)
  }

  async function confirm() {
    const found = problemOf(draft, available)
    if (found) return setProblem(found)
    const refused = await send({ draft, code, needsCode, label })
    setProblem(refused)
    if (refused) setCode('')
    else onOpenChange(false)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Withdraw ${draft.symbol}`}
      locked={isSending}
      footer={
        step === 0 ? (
          <Button
            key="continue"
            variant="primary"
            className="flex-1 md:flex-none"
            disabled={holdEndsAt !== undefined}
            onClick={proceed}
          >
            Continue
          </Button>
        ) : (
          <>
            <Button
              className="flex-1 md:flex-none"
              disabled={isSending}
              onClick={() => {
                setStep(0)
                setProblem(undefined)
              }}
            >
              Back
            </Button>
            <Button
              key="confirm"
              variant="primary"
              className="flex-1 md:flex-none"
              busy={isSending}
              disabled={holdEndsAt !== undefined}
              onClick={() => void confirm()}
            >
              Confirm withdrawal
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-5">
        <Steps names={STEPS} current={step} />
        {holdEndsAt && <HoldNotice endsAt={holdEndsAt} />}
        {step === 0 ? (
          <>
            <WithdrawDetailsStep
              draft={draft}
              onChange={change}
              available={available}
              problem={problem}
            />
            <PendingWithdrawals />
          </>
        ) : (
          <WithdrawConfirmStep
            draft={draft}
            available={available}
            needsCode={needsCode}
            code={code}
            onCode={(typed) => {
              setCode(typed)
              setProblem(undefined)
            }}
            label={label}
            onLabel={setLabel}
            problem={problem}
            isOffline={!isOnline}
          />
        )}
      </div>
    </Dialog>
  )
}
