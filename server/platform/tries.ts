import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { SubmissionTry } from '#server/events/handle-command.ts'
import type { EventLog } from '#server/events/log.ts'
import { oneAtATime } from '#server/events/one-at-a-time.ts'
import { LogUnavailable } from '#server/events/writer.ts'
import { holdLocks } from '#server/platform/held-locks.ts'

/** The app retries a submission after a second at the earliest. */
const LOCKED_AFTER_MS = 500

/** The locks of all servers share one table in PostgreSQL, which appends need too. */
const LOCKS_MAX = 500

/** One attempt of a submission, under its Idempotency-Key. */
export interface Try extends SubmissionTry {
  /** Does the work once earlier attempts in this process have ended. */
  run<T>(work: () => T | Promise<T>): Promise<T>
}

export interface Tries {
  begin(actorId: string, key: string): Try
}

interface TriesNeeds {
  readonly log: Pick<EventLog, 'keyOf'>
  /** For the checks of refused requests. */
  readonly pool: Pick<Pool, 'query'>
  /** For the connection that holds the locks. */
  readonly lockPool: Pool
}

/**
 * Keeps the attempts of one submission apart, so that the refusal of one is not followed by the
 * success of another. In one process they run one after another. An attempt that takes long holds a
 * lock, which other servers see, and records nothing once the lock is lost.
 *
 * Source   docs/decisions/0275-tries-of-one-key-take-turns.md
 */
export function openTries({ log, pool, lockPool }: TriesNeeds): Tries {
  const process = randomUUID()
  const locks = holdLocks(lockPool, LOCKS_MAX)
  const lockOf = async (actorId: string, key: string) => numberOf(await log.keyOf(actorId, key))

  function begin(actorId: string, key: string): Try {
    let taking: ReturnType<typeof locks.hold> | undefined
    function takeLock(): void {
      taking = lockOf(actorId, key).then(locks.hold)
      // `mayRecord` throws the error.
      taking.catch(() => undefined)
    }
    return {
      run: (work) =>
        new Promise((resolve, reject) => {
          oneAtATime([`try ${process} ${actorId} ${key}`], async () => {
            const timer = setTimeout(takeLock, LOCKED_AFTER_MS)
            await Promise.resolve().then(work).then(resolve, reject)
            clearTimeout(timer)
            // The next attempt would take this lock for one of another server.
            await taking?.then((held) => held?.release()).catch(() => undefined)
          }).catch(reject)
        }),
      async mayRecord() {
        const held = await taking
        if (held?.isLost()) throw new LogUnavailable('other servers no longer see the command')
      },
      async runsElsewhere() {
        const held = await taking?.catch(() => undefined)
        // On the connection that holds it, its own lock does not block.
        const look = held && !held.isLost() ? held : pool
        const { rows } = await look.query(IS_FREE, [await lockOf(actorId, key)])
        return rows[0]?.free !== true
      },
    }
  }

  return { begin }
}

const IS_FREE = 'select pg_try_advisory_xact_lock($1::bigint) as free'

/** The first half of the key as a signed 64-bit number, the type of an advisory lock. */
function numberOf(key: string): string {
  return String(BigInt.asIntN(64, BigInt(`0x${key.replaceAll('-', '').slice(0, 16)}`)))
}
