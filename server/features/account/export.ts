import { readSessionUser } from '#server/identity/session-user.ts'
import { formatBalance, readBalances } from '#server/ledger/balances.ts'
import type { Caller } from '#server/platform/caller.ts'
import type { FirstApproval } from '#server/reviews/decide-review.ts'
import type { Weight } from '#server/reviews/events.ts'
import type { Services } from '#server/services.ts'
import { instantOf } from '#shared/time.ts'

type Needs = Pick<Services, 'pool' | 'identity' | 'clock'>

/** How many streams have their events in memory at once. */
const STREAMS_AT_ONCE = 100

/**
 * All data about a user, as the pieces of one JSON text. However long the history is, only a
 * hundred streams are in memory.
 *
 * Shape   { exported_at, profile, balances, sessions, passkeys, notifications_off, messages, files,
 *           streams: [{ stream, events }] }
 */
export async function* exportOf(
  services: Needs,
  { userId, userNo }: Pick<Caller, 'userId' | 'userNo'>,
): AsyncGenerator<string> {
  const { pool, identity, clock } = services
  const own = async (text: string, id: string | bigint) => (await pool.query(text, [id])).rows
  const balances = await readBalances(pool, userNo)
  const head = {
    exported_at: instantOf(clock.now()),
    profile: await readSessionUser(identity, userId),
    balances: balances.map(formatBalance),
    sessions: await own(SESSIONS, userId),
    passkeys: await own(PASSKEYS, userId),
    notifications_off: (await own(OFF, userId)).map(({ kind }) => kind),
    messages: await own(MESSAGES, userId),
    files: await own(FILES, userNo),
  }
  yield `${JSON.stringify(head).slice(0, -1)},"streams":[`
  const streams = await own(STREAMS, userNo)
  for (let done = 0; done < streams.length; done += STREAMS_AT_ONCE) {
    const names = streams.slice(done, done + STREAMS_AT_ONCE).map(({ stream }) => stream)
    const { rows } = await pool.query(EVENTS, [names])
    const texts = rows.map((row) => JSON.stringify(row, withoutStaff(userId)))
    yield (done > 0 ? ',' : '') + texts.join(',')
  }
  yield ']}'
}

/**
 * Leaves out the names of staff, and of approvals what makes a second one necessary: the limit, the
 * rules for adding up, whether the author had credited the user, and the reason for the second
 * person. None of it is about the user, and all would help to evade a review.
 */
function withoutStaff(userId: string) {
  return (name: string, value: unknown) => {
    if (name.endsWith('By') && value !== userId) return undefined
    if (!isApproval(value)) return value
    const { above: _above, rules: _rules, credited: _credited, reason: _reason, ...shown } = value
    return shown
  }
}

/** A first approval, or the weight of one that took effect: both contain the limit. */
function isApproval(value: unknown): value is Partial<Weight & FirstApproval> {
  return typeof value === 'object' && value !== null && 'above' in value
}

const SESSIONS = `
  select user_agent, created_at, last_seen_at from session where user_id = $1 order by created_at`

const PASSKEYS = `
  select name, created_at, last_used_at from passkey where user_id = $1 order by created_at`

const OFF = 'select kind from notification_off where user_id = $1 order by kind'

const MESSAGES = `
  select id, text, created_at from support_message where user_id = $1 order by created_at, id`

const FILES = `
  select id, kind, mime, bytes, created_at from upload where owner = $1 order by created_at, id`

const STREAMS = 'select stream from document where owner = $1 order by created_at, stream'

const EVENTS = `
  select stream, json_agg(json_build_object(
           'position', position::text, 'version', version, 'type', type,
           'recorded_at', recorded_at, 'data', data) order by version) as events
  from event where stream = any ($1) group by stream order by stream`
