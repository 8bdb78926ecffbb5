import type { FuturesTrade } from '#shared/contract/futures.ts'

export const LAST = tick('l', '60001', '2026-01-01T00:00:00.000Z')
export const ENTRY = tick('e', '60000', '2026-01-01T00:00:00.250Z')

/** A running trade: 100 USDT long on BTC at 60000 for a minute at 30 %. */
export function futuresTrade(parts: Partial<FuturesTrade> = {}): FuturesTrade {
  return {
    id: '01890000-0000-7000-8000-000000000001',
    user_id: '01890000-0000-7000-8000-000000000002',
    symbol: 'BTC/USDT',
    side: 'long',
    amount: '100',
    duration: 60,
    profit_ratio: 30,
    seen_price: '60001',
    entry_price: '60000',
    exit_price: null,
    created_at: '2026-01-01T00:00:00.100Z',
    opened_at: '2026-01-01T00:00:00.250Z',
    expires_at: '2026-01-01T00:01:00.250Z',
    remaining_ms: 60_000,
    status: 'pending',
    result: null,
    final_amount: null,
    profit_loss: null,
    settled_at: null,
    last_tick: LAST,
    entry_tick: ENTRY,
    settlement_tick: null,
    void_reason: null,
    archived: false,
    ...parts,
  }
}

export function tick(id: string, price: string, at: string) {
  return { id, source: 'standing', price, at }
}
