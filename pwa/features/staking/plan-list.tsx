import { ChevronRight } from 'lucide-react'
import { formatLimit } from '#shared/format.ts'
import { STAKING_PLANS, type StakingPlan } from '#shared/rules/staking.ts'

export function PlanList({ onChoose }: { onChoose: (plan: StakingPlan) => void }) {
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
