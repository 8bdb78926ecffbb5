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
        'grid shrink-0 place-items-center rounded-full font-bold leading-none tracking-tight forced-color-adjust-none',
        size === 'medium'
          ? 'size-9 text-[calc(var(--spacing)*2.5)]'
          : 'size-6 text-[calc(var(--spacing)*2)]',
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
  AVAX: 'bg-[#f2777a] text-[#260505]',
  DOT: 'bg-[#f07bb8] text-[#2a0518]',
  LINK: 'bg-[#6c93f5] text-[#050f2b]',
  LTC: 'bg-[#a7b6cf] text-[#0c1420]',
  BCH: 'bg-[#7fcf8f] text-[#06190b]',
  ETC: 'bg-[#5fc9a4] text-[#041a12]',
  EOS: 'bg-[#b3b8c4] text-[#111318]',
  XLM: 'bg-[#86c5e0] text-[#05161f]',
  ATOM: 'bg-[#9a9df0] text-[#0b0c2e]',
  UNI: 'bg-[#ff8ac2] text-[#2c0418]',
  NEAR: 'bg-[#7fe0c4] text-[#041c15]',
  FIL: 'bg-[#67b8f7] text-[#04131f]',
  AAVE: 'bg-[#c49be8] text-[#1a0630]',
}
