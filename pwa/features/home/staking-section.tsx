import { textLinkClass } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { STAKING_PLANS } from '#shared/rules/staking.ts'

export function StakingSection({ onOpen }: { onOpen: () => void }) {
  return (
    <Card
      title="USDT Staking"
      action={
        <button type="button" onClick={onOpen} className={textLinkClass}>
          My positions
        </button>
      }
    >
      <ul className="grid grid-cols-5 gap-2 md:gap-3">
        {STAKING_PLANS.map(({ termDays, title, apy }) => (
          <li key={termDays}>
            <button
              type="button"
              aria-label={`Stake for ${title}, ${apy}% APY`}
              onClick={onOpen}
              className="flex w-full flex-col items-center gap-0.5 rounded-md border border-line bg-surface-2 px-1 py-3 transition-colors hover:border-fg-3"
            >
              <span className="num font-semibold text-sm text-up md:text-lg">{apy}%</span>
              <span className="whitespace-nowrap text-fg-2 text-xs">{title}</span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
