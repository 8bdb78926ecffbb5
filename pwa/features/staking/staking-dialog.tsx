import { useState } from 'react'
import { failureText } from '#pwa/hooks/failure-text.ts'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { usePortfolio } from '#pwa/hooks/use-portfolio.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { waitsForConnection } from '#pwa/hooks/waits-for-connection.ts'
import { useToasts } from '#pwa/stores/toasts.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { formatLimit } from '#shared/format.ts'
import { formatUnits, tryParseUnits } from '#shared/money.ts'
import { STAKED_SYMBOL, type StakingPlan } from '#shared/rules/staking.ts'
import { PlanList } from './plan-list.tsx'
import { problemOf } from './stake-draft.ts'
import { StakeForm } from './stake-form.tsx'
import { StakeTable } from './stake-table.tsx'
import { useOpenStake } from './use-staking.ts'

interface StakingDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

const FAILED = { title: 'Staking Failed', message: 'Failed to stake USDT. Please try again.' }

/** Plans, then the form of one plan; the own positions stand below the plans. */
export function StakingDialog({ open, onOpenChange }: StakingDialogProps) {
  const [plan, setPlan] = useState<StakingPlan>()
  const [amount, setAmount] = useState('')
  const [problem, setProblem] = useState<ReturnType<typeof problemOf>>()
  const { submit, isSubmitting } = useOpenStake()
  const { status } = useSession()
  const { isOnline } = useConnection()
  const { availableOf } = usePortfolio()
  const showToast = useToasts((state) => state.show)
  const available = availableOf(STAKED_SYMBOL)

  const units = tryParseUnits(amount)

  function leavePlan() {
    setPlan(undefined)
    setAmount('')
    setProblem(undefined)
  }

  async function stake(chosen: StakingPlan) {
    const found = problemOf(amount, chosen, { isSignedIn: status === 'signed-in', available })
    setProblem(found)
    if (found) return
    const result = await submit({
      body: { symbol: STAKED_SYMBOL, amount, duration: chosen.termDays, apy: chosen.apy },
    })
    if (result.state === 'refused') return setProblem(failureText(result.failure, FAILED))
    showToast(
      result.state === 'waiting'
        ? waitsForConnection('Your stake is sent by itself.')
        : {
            title: 'Success',
            message: 'Your USDT has been staked successfully.',
            tone: 'success',
          },
    )
    leavePlan()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) leavePlan()
        onOpenChange(next)
      }}
      title={plan ? `Stake for ${plan.title.toLowerCase()}` : 'USDT Staking'}
      size="large"
      locked={isSubmitting}
      footer={
        plan && (
          <>
            <Button className="flex-1 md:flex-none" disabled={isSubmitting} onClick={leavePlan}>
              Back
            </Button>
            <Button
              variant="primary"
              className="flex-1 md:flex-none"
              busy={isSubmitting}
              onClick={() => void stake(plan)}
            >
              Stake {units ? `${formatLimit(formatUnits(units))} ` : ''}USDT
            </Button>
          </>
        )
      }
    >
      {plan ? (
        <StakeForm
          plan={plan}
          amount={amount}
          onAmount={(next) => {
            setAmount(next)
            setProblem(undefined)
          }}
          available={available}
          problem={problem}
          isOffline={!isOnline}
        />
      ) : (
        <div className="flex flex-col gap-6">
          <PlanList onChoose={setPlan} />
          <section aria-label="Your stakes" className="flex flex-col gap-2">
            <h3 className="font-semibold text-fg-2 text-sm">Your stakes</h3>
            <div className="-mx-4 md:mx-0 md:rounded-md md:border md:border-line">
              <StakeTable />
            </div>
          </section>
        </div>
      )}
    </Dialog>
  )
}
