import { classNames } from './class-names.ts'

interface CoinIconProps {
  symbol: string
  size?: 'small' | 'medium'
}

/** A disc in the asset's colour with its letters: no trademarked artwork, no download. */
export function CoinIcon({ symbol, size = 'medium' }: CoinIconProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 place-items-center rounded-full font-bold tracking-tight',
        size === 'medium' ? 'size-9 text-[0.625rem]' : 'size-6 text-[0.5rem]',
        COLOURS[symbol] ?? 'bg-surface-3 text-fg-2',
      )}
    >
      {symbol.slice(0, 4)}
    </span>
  )
}

const COLOURS: Record<string, string> = {
  BTC: 'bg-[#f7931a] text-[#1d1002]',
  ETH: 'bg-[#8fa2f5] text-[#0b1030]',
  USDT: 'bg-[#3fbf97] text-[#04150f]',
  USDC: 'bg-[#5d9cec] text-[#04121f]',
  DAI: 'bg-[#f5b94a] text-[#1d1202]',
  TRX: 'bg-[#ff6b6b] text-[#240404]',
  BNB: 'bg-[#f0b90b] text-[#14110a]',
  SOL: 'bg-[#b392f7] text-[#150630]',
  XRP: 'bg-[#9fb0bf] text-[#0c1116]',
  ADA: 'bg-[#7aa7ff] text-[#051026]',
  DOGE: 'bg-[#d9bd62] text-[#1a1304]',
}
