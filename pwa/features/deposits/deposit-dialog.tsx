import { useState } from 'react'
import { failureText } from '#pwa/hooks/failure-text.ts'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { waitsForConnection } from '#pwa/hooks/waits-for-connection.ts'
import { useToasts } from '#pwa/stores/toasts.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Steps } from '#pwa/ui/steps.tsx'
import type { ShownDepositAddress } from '#shared/contract/deposit-addresses.ts'
import type { DepositCoin } from '#shared/rules/deposits.ts'
import { addressFor, DepositAddressStep } from './deposit-address-step.tsx'
import { DepositCoinStep } from './deposit-coin-step.tsx'
import { type DepositDraft, EMPTY_DRAFT, problemOf } from './deposit-draft.ts'
import { DepositRequestStep } from './deposit-request-step.tsx'
import { useDepositAddresses, useSubmitDeposit } from './use-deposits.ts'

interface DepositDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

const FAILED = { title: 'Deposit Failed', message: 'Failed to submit deposit request' }

const STEPS = ['Coin', 'Address', 'Request'] as const

/** Deposit in three steps. Going back keeps what was typed; closing starts anew. */
export function DepositDialog({ open, onOpenChange }: DepositDialogProps) {
  const [step, setStep] = useState(0)
  const [coin, setCoin] = useState<DepositCoin>()
  // The address that the person acted on: a change meanwhile must not alter what they report.
  const [shown, setShown] = useState<ShownDepositAddress>()
  const [draft, setDraft] = useState<DepositDraft>(EMPTY_DRAFT)
  const [problem, setProblem] = useState<ReturnType<typeof problemOf>>()
  const { submit, isSubmitting } = useSubmitDeposit()
  const addresses = useDepositAddresses()
  const address = coin && addressFor(addresses.data?.addresses, coin)
  const { isOnline } = useConnection()
  const showToast = useToasts((state) => state.show)

  function close() {
    onOpenChange(false)
    setStep(0)
    setCoin(undefined)
    setShown(undefined)
    setDraft(EMPTY_DRAFT)
    setProblem(undefined)
  }

  async function send() {
    if (!coin || !shown) return
    const found = problemOf(draft, coin)
    setProblem(found)
    if (found || !draft.screenshot) return
    const result = await submit({
      body: {
        symbol: coin.symbol,
        amount: draft.amount,
        network: coin.network,
        address_version: shown.version,
      },
      files: { screenshot: draft.screenshot },
    })
    if (result.state === 'refused') {
      return setProblem(failureText(result.failure, FAILED))
    }
    showToast(
      result.state === 'waiting'
        ? waitsForConnection('Your deposit request is sent by itself.')
        : {
            title: 'Success',
            message: 'Deposit request submitted successfully.',
            tone: 'success',
          },
    )
    close()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title={coin ? `Deposit ${coin.symbol}` : 'Deposit'}
      locked={isSubmitting}
      footer={
        step > 0 && (
          <>
            <Button
              className="flex-1 md:flex-none"
              disabled={isSubmitting}
              onClick={() => setStep(step - 1)}
            >
              Back
            </Button>
            {step === 1 ? (
              // Keyed apart: a second Enter must not press what takes this button's place.
              <Button
                key="sent"
                variant="primary"
                className="flex-1 md:flex-none"
                disabled={!address}
                onClick={() => {
                  setShown(address)
                  setStep(2)
                }}
              >
                I have sent it
              </Button>
            ) : (
              <Button
                key="submit"
                variant="primary"
                className="flex-1 md:flex-none"
                busy={isSubmitting}
                onClick={() => void send()}
              >
                Submit request
              </Button>
            )}
          </>
        )
      }
    >
      <div className="flex flex-col gap-5">
        <Steps names={STEPS} current={step} />
        {step === 0 && (
          <DepositCoinStep
            onChoose={(chosen) => {
              setCoin(chosen)
              setStep(1)
            }}
          />
        )}
        {step === 1 && coin && <DepositAddressStep coin={coin} />}
        {step === 2 && coin && (
          <DepositRequestStep
            coin={coin}
            draft={draft}
            onChange={(next) => {
              setDraft(next)
              setProblem(undefined)
            }}
            problem={problem}
            isOffline={!isOnline}
          />
        )}
      </div>
    </Dialog>
  )
}
