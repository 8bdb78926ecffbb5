import type { Pool } from 'pg'
import { newId } from '#scripts/bench/log-loads.ts'
import { DISPLAY_ID_LENGTH } from '#shared/rules/identity.ts'
import { DAY_MS } from '#shared/time.ts'
import type { Customer } from './step.ts'

export interface Time {
  readonly fromMs: number
  readonly untilMs: number
}

interface Cohort {
  /** The index of the first customer, and of the next cohort. */
  readonly first: number
  readonly next: number
  /** When they sign up. */
  readonly time: Time
  readonly nowMs: number
}

/** The time of the item at index `place` of `count`. */
export function atPlace({ fromMs, untilMs }: Time, place: number, count: number): number {
  return Math.floor(fromMs + ((untilMs - fromMs) * place) / count)
}

/**
 * Persons who confirm their address an hour after they sign up. A search for their name finds all
 * users. Their password hash is copied from an existing user.
 */
export async function insertPeople(pool: Pool, cohort: Cohort): Promise<Customer[]> {
  const { first, next, time, nowMs } = cohort
  const people = Array.from({ length: next - first }, (_, place) => {
    const signedUpMs = atPlace(time, place, next - first)
    const index = first + place
    return { index, signedUpMs, id: newId(signedUpMs), displayId: displayIdOf(index) }
  })
  const { rows } = await pool.query<{ user_no: string }>(INSERT, [
    people.map(({ id }) => id),
    people.map(({ displayId }) => displayId),
    people.map(({ index }) => index),
    people.map(({ signedUpMs }) => new Date(signedUpMs)),
    new Date(nowMs),
  ])
  return people.map(({ index, id, displayId, signedUpMs }, place) => ({
    ...{ index, id, displayId, no: BigInt(rows[place]?.user_no ?? 0) },
    daysKnown: (nowMs - signedUpMs) / DAY_MS,
    ids: new Map(),
    streams: new Map(),
  }))
}

const INSERT = `
  with person as (
    insert into person (user_id, display_id, email, full_name, phone, password_hash,
                        password_changed_at, email_confirmed_at, last_sign_in_at, created_at)
    select user_id, display_id, 'user-' || index || '@example.com', 'Demo User ' || index, '',
           password_hash, created_at + interval '1 hour', created_at + interval '1 hour',
           case when index % 10 > 0
                then $5::timestamptz - (index * 7) % 2000 * interval '1 hour' end,
           created_at
    from unnest($1::uuid[], $2::text[], $3::int[], $4::timestamptz[])
           as p (user_id, display_id, index, created_at),
         (select password_hash from person where password_hash is not null limit 1) as known
    returning user_id, user_no)
  select user_no from person order by array_position($1::uuid[], user_id)`

/** Only letters, like real ones; unique because the index is. */
function displayIdOf(index: number): string {
  const digits = index.toString(26).padStart(DISPLAY_ID_LENGTH, '0')
  return [...digits].map((digit) => String.fromCharCode(65 + Number.parseInt(digit, 26))).join('')
}
