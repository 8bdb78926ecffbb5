import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { usePortfolio } from '#pwa/hooks/use-portfolio.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { DialogActions } from '#pwa/ui/dialog-actions.tsx'
import { openStake } from '#shared/contract/staking.ts'
import { formatLimit } from '#shared/format.ts'
import { formatUnits, tryParseUnits } from '#shared/money.ts'
import { STAKED_SYMBOL, STAKING_PLANS, type StakingPlan } from '#shared/rules/staking.ts'
import { FIELD_OF, problemOf } from './stake-draft.ts'
import { StakeForm } from './stake-form.tsx'
import { StakeTable } from './stake-table.tsx'

const FAILED = { title: 'Staking Failed', message: 'Failed to stake USDT. Please try again.' }

/** Plans, then the form of one plan; the user's own positions are below the plans. */
export function StakingDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [plan, setPlan] = useState<StakingPlan>()
  const { submit } = useSubmit(openStake)
  const isSignedIn = useSession().status === 'signed-in'
  const available = usePortfolio().availableOf(STAKED_SYMBOL)
  const form = useCommandForm({
    initial: { amount: '' },
    check: ({ amount }) => plan && problemOf(amount, plan, { isSignedIn, available }),
    fieldOf: FIELD_OF,
    send: async ({ amount }) => {
      if (!plan) return
      const { termDays: duration, apy } = plan
      return submit({ body: { symbol: STAKED_SYMBOL, amount, duration, apy } })
    },
    failed: FAILED,
    waiting: 'Your stake is sent by itself.',
    done: { title: 'Success', message: 'Your USDT has been staked successfully.' },
    onSent: leavePlan,
  })
  const units = tryParseUnits(form.draft.amount)

  function leavePlan() {
    setPlan(undefined)
    form.reset()
  }

  return (
    <Dialog
      open={open}
      onClose={() => {
        leavePlan()
        onClose()
      }}
      title={plan ? `Stake for ${plan.title.toLowerCase()}` : 'USDT Staking'}
      size="large"
      locked={form.isBusy}
      footer={
        plan && (
          <DialogActions
            form={form}
            submit={`Stake ${units ? `${formatLimit(formatUnits(units))} ` : ''}USDT`}
            back="Back"
            onBack={leavePlan}
          />
        )
      }
    >
      {plan ? (
        <StakeForm form={form} plan={plan} available={available} />
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

function PlanList({ onChoose }: { onChoose: (plan: StakingPlan) => void }) {
  return (
    <ul className="flex flex-col gap-2">
      {STAKING_PLANS.map((plan) => (
        <li key={plan.termDays}>
          <button
            type="button"
            onClick={() => onChoose(plan)}
            className="flex min-h-16 w-full items-center gap-3 rounded-md border border-line bg-surface-2 px-4 py-3 text-left transition-colors hover:border-fg-3"
          >
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="font-semibold text-base text-fg">{plan.title}</span>
              <span className="num text-fg-3 text-xs">
                {formatLimit(plan.minimum)} to {formatLimit(plan.maximum)} USDT
              </span>
            </span>
            <span className="flex flex-col items-end">
              <span className="num font-semibold text-base text-up">{plan.apy}%</span>
              <span className="text-fg-3 text-xs">APY</span>
            </span>
            <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-fg-3" />
          </button>
        </li>
      ))}
    </ul>
  )
}
