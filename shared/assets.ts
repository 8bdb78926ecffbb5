/**
 * The assets that the platform lists. `number` is part of every ledger account's id and is written
 * into the log: never reuse or renumber one.
 *
 * `circulatingSupply` is in whole units with the date it was read, for market capitalisation.
 */
export interface Asset {
  readonly symbol: string
  readonly number: number
  readonly name: string
  readonly circulatingSupply: number
}

/** The day on which the circulating supplies below were read. */
export const SUPPLY_AS_OF = '2025-06-30'

export const ASSETS: readonly Asset[] = [
  { symbol: 'USDT', number: 1, name: 'Tether', circulatingSupply: 157_600_000_000 },
  { symbol: 'BTC', number: 2, name: 'Bitcoin', circulatingSupply: 19_886_000 },
  { symbol: 'ETH', number: 3, name: 'Ethereum', circulatingSupply: 120_717_000 },
  { symbol: 'TRX', number: 4, name: 'TRON', circulatingSupply: 94_800_000_000 },
  { symbol: 'BNB', number: 5, name: 'BNB', circulatingSupply: 140_890_000 },
  { symbol: 'SOL', number: 6, name: 'Solana', circulatingSupply: 534_000_000 },
  { symbol: 'XRP', number: 7, name: 'XRP', circulatingSupply: 59_000_000_000 },
  { symbol: 'USDC', number: 8, name: 'USD Coin', circulatingSupply: 61_700_000_000 },
  { symbol: 'ADA', number: 9, name: 'Cardano', circulatingSupply: 35_360_000_000 },
  { symbol: 'DOGE', number: 10, name: 'Dogecoin', circulatingSupply: 149_900_000_000 },
  { symbol: 'AVAX', number: 11, name: 'Avalanche', circulatingSupply: 422_000_000 },
  { symbol: 'DOT', number: 12, name: 'Polkadot', circulatingSupply: 1_592_000_000 },
  { symbol: 'LINK', number: 13, name: 'Chainlink', circulatingSupply: 678_000_000 },
  { symbol: 'LTC', number: 14, name: 'Litecoin', circulatingSupply: 76_000_000 },
  { symbol: 'BCH', number: 15, name: 'Bitcoin Cash', circulatingSupply: 19_880_000 },
  { symbol: 'ETC', number: 16, name: 'Ethereum Classic', circulatingSupply: 152_600_000 },
  { symbol: 'EOS', number: 17, name: 'EOS', circulatingSupply: 1_580_000_000 },
  { symbol: 'XLM', number: 18, name: 'Stellar', circulatingSupply: 31_000_000_000 },
  { symbol: 'ATOM', number: 19, name: 'Cosmos', circulatingSupply: 390_900_000 },
  { symbol: 'UNI', number: 20, name: 'Uniswap', circulatingSupply: 600_500_000 },
  { symbol: 'NEAR', number: 21, name: 'NEAR Protocol', circulatingSupply: 1_230_000_000 },
  { symbol: 'FIL', number: 22, name: 'Filecoin', circulatingSupply: 672_000_000 },
  { symbol: 'AAVE', number: 23, name: 'Aave', circulatingSupply: 15_180_000 },
  { symbol: 'DAI', number: 24, name: 'Dai', circulatingSupply: 5_365_000_000 },
]

/** What every price is in; its own price is 1 by definition. */
export const PRICE_UNIT = 'USDT'

/** Priced at 1 if the price source has no rate. Source: docs/product.md, Prices. */
export const STABLECOINS: readonly string[] = ['USDT', 'USDC', 'BUSD', 'DAI', 'TUSD', 'USDP']

const BY_SYMBOL = new Map(ASSETS.map((asset) => [asset.symbol, asset]))
const BY_NUMBER = new Map(ASSETS.map((asset) => [asset.number, asset]))

export function findAsset(symbol: string): Asset | undefined {
  return BY_SYMBOL.get(symbol)
}

/** The asset of a symbol that a schema has already checked. */
export function assetOf(symbol: string): Asset {
  const asset = BY_SYMBOL.get(symbol)
  if (!asset) throw new Error(`unknown asset: ${symbol}`)
  return asset
}

export function assetByNumber(number: number): Asset {
  const asset = BY_NUMBER.get(number)
  if (!asset) throw new Error(`unknown asset number: ${number}`)
  return asset
}

export function isStablecoin(symbol: string): boolean {
  return STABLECOINS.includes(symbol)
}
