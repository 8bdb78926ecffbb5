import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { uuidV7 } from '#shared/ids.ts'
import { DISPLAY_ID_LENGTH } from '#shared/rules/identity.ts'
import { HOUR_MS } from '#shared/time.ts'
import type { Customer } from './customer.ts'

/** A search for it finds all users. */
const COMMON_NAME = 'Demo User'

export interface Cohort {
  readonly firstIndex: number
  readonly count: number
  /** When they sign up. */
  readonly fromMs: number
  readonly untilMs: number
  readonly nowMs: number
}

export const CONFIRMED_AFTER_MS = HOUR_MS

/**
 * Persons who confirmed their address an hour after they signed up. Their password
 * hash is copied from an existing user.
 */
export async function insertPeople(pool: Pool, cohort: Cohort): Promise<Customer[]> {
  const { firstIndex, count, fromMs, untilMs, nowMs } = cohort
  const people = Array.from({ length: count }, (_, place) => {
    const signedUpMs = Math.floor(fromMs + ((untilMs - fromMs) * place) / count)
    const index = firstIndex + place
    return {
      index,
      id: uuidV7(signedUpMs, randomBytes(10)),
      displayId: displayIdOf(index),
      signedUp: new Date(signedUpMs),
      signedIn: index % 10 === 0 ? null : new Date(nowMs - ((index * 7) % 2_000) * HOUR_MS),
    }
  })
  const { rows } = await pool.query<{ user_id: string; user_no: string }>(INSERT, [
    people.map(({ id }) => id),
    people.map(({ displayId }) => displayId),
    people.map(({ index }) => `user-${index}@example.com`),
    people.map(({ index }) => `${COMMON_NAME} ${index}`),
    people.map(({ signedIn }) => signedIn),
    people.map(({ signedUp }) => signedUp),
    people.map(({ signedUp }) => new Date(signedUp.getTime() + CONFIRMED_AFTER_MS)),
  ])
  const numbers = new Map(rows.map(({ user_id, user_no }) => [user_id, BigInt(user_no)]))
  return people.map(({ index, id, displayId, signedUp }) => {
    const no = numbers.get(id)
    if (no === undefined) throw new Error(`person ${index} has no number`)
    return { index, id, no, displayId, signedUpMs: signedUp.getTime(), ids: new Map() }
  })
}

const INSERT = `
  insert into person (user_id, display_id, email, full_name, phone, password_hash,
                      password_changed_at, email_confirmed_at, last_sign_in_at, created_at)
  select user_id, display_id, email, full_name, '', password_hash,
         confirmed_at, confirmed_at, signed_in, created_at
  from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[],
              $7::timestamptz[])
         as p (user_id, display_id, email, full_name, signed_in, created_at, confirmed_at),
       (select password_hash from person where password_hash is not null limit 1) as known
  returning user_id, user_no`

/** Letters alone, as real ones; distinct because the index is. */
function displayIdOf(index: number): string {
  let rest = index
  let text = ''
  while (text.length < DISPLAY_ID_LENGTH) {
    text = String.fromCharCode(65 + (rest % 26)) + text
    rest = Math.floor(rest / 26)
  }
  return text
}
