import { useState } from 'react'
import { DisabledNotice, useIsDisabled } from '#pwa/components/disabled-notice.tsx'
import type { DialogProps } from '#pwa/feature.ts'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { DialogActions } from '#pwa/ui/dialog-actions.tsx'
import { Steps } from '#pwa/ui/steps.tsx'
import type { ShownDepositAddress } from '#shared/contract/deposit-addresses.ts'
import { submitDeposit } from '#shared/contract/deposits.ts'
import type { DepositCoin } from '#shared/rules/deposits.ts'
import { t } from '#shared/text/t.ts'
import {
  addressFor,
  DepositAddressStep,
  DepositCoinStep,
  DepositRequestStep,
} from './deposit-address-step.tsx'
import { EMPTY_DRAFT, FIELD_OF, problemOf } from './deposit-draft.ts'
import { SharedNotice } from './shared-notice.tsx'
import { useDepositAddresses } from './use-deposits.ts'
import { useSharedScreenshot } from './use-shared-screenshot.ts'

/**
 * Deposit in three steps. Going back keeps what was typed. Each opening mounts it anew, so that it
 * closes as it was.
 */
export function DepositDialog(props: DialogProps) {
  const isDisabled = useIsDisabled()
  return isDisabled ? <NoDeposits {...props} /> : <DepositSteps {...props} />
}

/** An address stored on the device must not be shown either. */
function NoDeposits({ open, onClose }: DialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={t('Deposit')}>
      <DisabledNotice />
    </Dialog>
  )
}

function DepositSteps({ open, onClose }: DialogProps) {
  const [step, setStep] = useState(0)
  const [coin, setCoin] = useState<DepositCoin>()
  // The address that the user sent to: if it changes now, the report does not.
  const [sentTo, setSentTo] = useState<ShownDepositAddress>()
  const { submit } = useSubmit(submitDeposit)
  const addresses = useDepositAddresses({ refetchOnMount: open })
  const address = coin && addressFor(addresses.data?.addresses, coin)
  const [first, setFirst] = useState<ShownDepositAddress>()
  if (step === 1 && address && !first) setFirst(address)
  const earlier = first?.version === address?.version ? undefined : first
  const form = useCommandForm({
    initial: EMPTY_DRAFT,
    check: (draft) => coin && problemOf(draft, coin),
    fieldOf: FIELD_OF,
    send: async ({ amount, screenshot }) => {
      if (!coin || !sentTo || !screenshot) return
      const { symbol, network } = coin
      const body = { symbol, amount, network, address_version: sentTo.version }
      return submit({ body, files: { screenshot } })
    },
    failed: { title: t('Deposit Failed'), message: t('Failed to submit deposit request') },
    waiting: t('Your deposit request'),
    done: { title: t('Success'), message: t('Deposit request submitted successfully.') },
    onSent: onClose,
  })

  const shared = useSharedScreenshot(open, (screenshot) => form.change({ screenshot }))

  const report = (chosen: ShownDepositAddress) => {
    setSentTo(chosen)
    setStep(2)
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={coin ? t('Deposit {symbol}', { symbol: coin.symbol }) : t('Deposit')}
      locked={form.isBusy}
      footer={
        step === 2 ? (
          <DialogActions
            form={form}
            submit={t('Submit request')}
            back={t('Back')}
            onBack={() => setStep(1)}
          />
        ) : (
          step === 1 && (
            <>
              <Button className="flex-1 md:flex-none" onClick={() => setStep(0)}>
                {t('Back')}
              </Button>
              <Button
                variant="primary"
                className="flex-1 md:flex-none"
                disabled={!address}
                onClick={() => address && report(address)}
              >
                {t('I have sent it')}
              </Button>
            </>
          )
        )
      }
    >
      <div className="flex flex-col gap-5">
        <Steps names={[t('Coin'), t('Address'), t('Request')]} current={step} />
        {step === 0 && <SharedNotice outcome={shared} />}
        {step === 0 && (
          <DepositCoinStep
            onChoose={(chosen) => {
              if (chosen !== coin) setFirst(undefined)
              setCoin(chosen)
              setStep(1)
            }}
          />
        )}
        {step === 1 && coin && (
          <DepositAddressStep coin={coin} earlier={earlier} onSentTo={report} />
        )}
        {step === 2 && coin && <DepositRequestStep form={form} coin={coin} />}
      </div>
    </Dialog>
  )
}
