import { ChevronRight } from 'lucide-react'
import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
import { assetOf } from '#shared/assets.ts'
import { DEPOSIT_COINS, type DepositCoin } from '#shared/rules/deposits.ts'

/** Step 1: which coin, with everything that depends on it said before anything is sent. */
export function DepositCoinStep({ onChoose }: { onChoose: (coin: DepositCoin) => void }) {
  return (
    <ul className="flex flex-col gap-2">
      {DEPOSIT_COINS.map((coin) => (
        <li key={coin.symbol}>
          <button
            type="button"
            onClick={() => onChoose(coin)}
            className="flex w-full items-center gap-3 rounded-md border border-line bg-surface-2 p-3 text-left transition-colors hover:border-fg-3"
          >
            <CoinIcon symbol={coin.symbol} />
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="font-semibold text-base text-fg">
                {coin.symbol}{' '}
                <span className="font-normal text-fg-3 text-sm">{assetOf(coin.symbol).name}</span>
              </span>
              <span className="text-fg-3 text-xs">{coin.networkLabel}</span>
            </span>
            <span className="flex flex-col items-end text-fg-3 text-xs">
              <span className="num">
                Min {coin.minimum} {coin.symbol}
              </span>
              <span className="num">{coin.processing}</span>
            </span>
            <ChevronRight
              aria-hidden="true"
              className="size-5 shrink-0 text-fg-3 max-[22.5rem]:hidden"
            />
          </button>
        </li>
      ))}
    </ul>
  )
}
