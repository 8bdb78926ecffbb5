import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { OPERATOR_BOUNDS } from '#server/events/connection.ts'
import { headOf } from '#server/events/log-head.ts'
import { openPool } from '#server/platform/pool.ts'
import type { LiveListener } from './live-listener.ts'
import type { OrderLoad } from './order-load.ts'

const WHOLE_MS_MAX = 300_000
const LOOK_MS = 50

interface Parts {
  readonly port: number
  /** The DATA_DIR of the server. */
  readonly folder: string
  readonly load: OrderLoad
  readonly live: LiveListener
  readonly direct: () => string
}

/** Seconds from now until each part of the service works; infinite if one does not recover. */
export async function secondsUntilWhole(parts: Parts): Promise<Readonly<Record<string, number>>> {
  const { load, live, folder } = parts
  const sinceMs = performance.now()
  const mails = await mailsIn(folder)
  const head = await readHead(parts)
  let isMailAsked = false
  const looks: Readonly<Record<string, () => boolean | Promise<boolean>>> = {
    orders: () => load.hasServedAllSince(sinceMs),
    followers: () => haveFollowersReached(parts, head),
    events: () => live.hasHeardSince('data_sync', sinceMs),
    prices: () => live.hasHeardSince('price_update', sinceMs),
    jobs: async () => {
      isMailAsked ||= await askForMail(parts)
      return isMailAsked && (await mailsIn(folder)) > mails
    },
  }
  const seconds = await Promise.all(
    Object.entries(looks).map(async ([name, works]) => {
      while (!(await Promise.resolve(works()).catch(() => false))) {
        if (performance.now() - sinceMs > WHOLE_MS_MAX) return [name, Number.POSITIVE_INFINITY]
        await sleep(LOOK_MS)
      }
      return [name, (performance.now() - sinceMs) / 1_000]
    }),
  )
  return Object.fromEntries(seconds)
}

async function readHead({ direct }: Parts): Promise<string> {
  const pool = openPool(direct(), 1, OPERATOR_BOUNDS)
  return String(await headOf(pool).finally(() => pool.end()))
}

async function haveFollowersReached({ direct }: Parts, position: string): Promise<boolean> {
  const pool = openPool(direct(), 1, OPERATOR_BOUNDS)
  const { rowCount } = await pool
    .query('select from checkpoint where position < $1', [position])
    .finally(() => pool.end())
  return rowCount === 0
}

let asked = 0

/**
 * Adds a durable job that writes a mail, for a different customer each time because of throttling.
 */
async function askForMail({ port }: Parts): Promise<boolean> {
  const email = `trader-${asked}@example.com`
  const { ok } = await fetch(`http://127.0.0.1:${port}/api/auth/recover`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  if (ok) asked += 1
  return ok
}

async function mailsIn(folder: string): Promise<number> {
  return (await readdir(join(folder, 'mail')).catch(() => [])).length
}
