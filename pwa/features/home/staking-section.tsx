import { textLinkClass } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { STAKING_PLANS, titleOf } from '#shared/rules/staking.ts'
import { t } from '#shared/text/t.ts'

export function StakingSection({ onOpen }: { onOpen: () => void }) {
  return (
    <Card
      title={t('USDT Staking')}
      action={
        <button type="button" onClick={onOpen} className={textLinkClass}>
          {t('My positions')}
        </button>
      }
    >
      <ul className="grid grid-cols-5 gap-2 large-text:grid-cols-2 md:gap-3">
        {STAKING_PLANS.map((plan) => (
          <li key={plan.termDays}>
            <button
              type="button"
              aria-label={t('Stake for {plan}, {apy}% APY', { plan: titleOf(plan), apy: plan.apy })}
              onClick={onOpen}
              className="flex w-full flex-col items-center gap-0.5 rounded-md border border-line bg-surface-2 px-1 py-3 transition-colors hover:border-fg-3"
            >
              <span className="num font-semibold text-sm text-up md:text-lg">{plan.apy}%</span>
              <span className="text-fg-2 text-xs">{titleOf(plan)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
