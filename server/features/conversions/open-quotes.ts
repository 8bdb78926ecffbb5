import type { Pool } from 'pg'
import { parseUnits, type Units } from '#shared/money.ts'
import { DAY_MS, epochMsOf, type Instant, instantOf } from '#shared/time.ts'
import type { Quote } from './decider.ts'

/** The open quote of each user, and what they converted in the last 24 hours. */
export function openQuotes(pool: Pick<Pool, 'query'>) {
  async function sum(text: string, values: readonly unknown[]): Promise<Units> {
    const { rows } = await pool.query<{ sum: string }>(text, [...values])
    return parseUnits(rows[0]?.sum ?? '0')
  }

  return {
    /** A quote replaces the user's earlier one. */
    async put(userNo: bigint, quote: Quote): Promise<void> {
      await pool.query(PUT, [quote.id, userNo, JSON.stringify(quote)])
    },

    /** The quote with this id, if it is the user's newest. */
    async find(userNo: bigint, id: string): Promise<Quote | undefined> {
      const { rows } = await pool.query<{ quote: Quote }>(NEWEST, [userNo])
      return rows[0]?.quote.id === id ? rows[0].quote : undefined
    },

    convertedToday: (userNo: bigint, at: Instant) =>
      sum(`select round(${EXECUTED}, 8) as sum`, [userNo, dayBefore(at)]),

    /**
     * Marks a quote as being confirmed and returns what the user has converted, including other
     * confirmations in progress. The mark is committed before the count is read, so that of two
     * concurrent confirmations at least one counts the other.
     */
    async take(userNo: bigint, id: string, at: Instant): Promise<Units> {
      await pool.query('update conversion_quote set confirmed_at = now() where id = $1', [id])
      const text = `select round(${EXECUTED} + ${UNDER_WAY}, 8) as sum`
      return sum(text, [userNo, dayBefore(at), id])
    },
  }
}

function dayBefore(at: Instant): Instant {
  return instantOf(epochMsOf(at) - DAY_MS)
}

const PUT = `
  with older as (
    delete from conversion_quote where user_no = $2 and created_at < now() - interval '1 minute')
  insert into conversion_quote (id, user_no, quote) values ($1, $2, $3)`

const NEWEST = `
  select quote from conversion_quote where user_no = $1 order by position desc limit 1`

const worthOf = (json: string) =>
  `(${json} #>> '{given,amount}')::numeric * (${json} #>> '{fromTick,price}')::numeric`

const EXECUTED = `(
  select coalesce(sum(${worthOf('data')}), 0) from document
  where owner = $1 and kind = 'conversion' and created_at > $2)`

/** An append takes well under 30 seconds; after that a refused confirmation no longer counts. */
const UNDER_WAY = `(
  select coalesce(sum(${worthOf('quote')}), 0) from conversion_quote
  where user_no = $1 and id <> $3 and confirmed_at > now() - interval '30 seconds'
    and not exists (select from document where stream = 'conversion-' || id))`
