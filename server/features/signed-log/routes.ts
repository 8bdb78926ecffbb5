import { base64 } from '@scure/base'
import { serverHashing } from '#server/events/log-leaves.ts'
import { tileReader } from '#server/events/log-tiles.ts'
import { type App, mount } from '#server/platform/mount.ts'
import type { Services } from '#server/services.ts'
import * as contract from '#shared/contract/signed-log.ts'
import { hashesOfRanges, parseTilePath, widthOf } from '#shared/proofs/tiles.ts'
import { HASH_BYTES } from '#shared/proofs/tree-hashing.ts'
import { consistencyRanges } from '#shared/proofs/tree-ranges.ts'
import { refuse } from '#shared/refusal.ts'
import { type KeptCheckpoint, newestCheckpoint } from './checkpoints.ts'
import { signersOf } from './log-signer.ts'
import { proveEvent, readableEvent } from './prove-event.ts'
import { readSignedLog } from './sign-checkpoint.ts'

const TEXT = 'text/plain; charset=utf-8'
const BYTES = 'application/octet-stream'
/** Shared caches may keep it briefly; a browser must revalidate. */
const FOR_SECONDS = 'public, max-age=0, s-maxage=5'
const FOR_EVER = 'public, max-age=31536000, immutable'

/** The signed log for anyone who follows it, and proofs of events for callers who may read them. */
export function registerSignedLogRoutes(app: App, services: Services): void {
  const { pool, log, config } = services
  const { current } = signersOf(config)
  const origin = current.key.name

  /** Undefined if there is none, or the operator shows the log to users alone. */
  const shown = async (caller: object | undefined): Promise<KeptCheckpoint | undefined> =>
    config.isLogPublic || caller ? newestCheckpoint(pool, origin) : undefined

  mount(app, services, contract.readCheckpoint, async ({ caller, request: { http } }) => {
    const newest = await shown(caller)
    if (!newest) return refuse('item.unknown')
    return http.reply.type(TEXT).header('cache-control', FOR_SECONDS).send(newest.note)
  })

  mount(app, services, contract.readTile, async ({ params, caller, request: { http } }) => {
    const tile = parseTilePath(`tile/${params.level}/${params['*']}`)
    const newest = await shown(caller)
    // Only the signed part of the log is served.
    if (!tile || !newest || widthOf(tile, newest.size) < tile.width) return refuse('item.unknown')
    const [hashes] = await tileReader(pool).read([tile])
    const bytes = Buffer.from(hashes?.subarray(0, tile.width * HASH_BYTES) ?? [])
    return http.reply.type(BYTES).header('cache-control', FOR_EVER).send(bytes)
  })

  mount(app, services, contract.readVerifierKey, async ({ caller, request: { http } }) => {
    if (!(await shown(caller))) return refuse('item.unknown')
    return http.reply.type(TEXT).header('cache-control', FOR_SECONDS).send(`${current.vkey}\n`)
  })

  mount(app, services, contract.listLogKeys, async ({ caller }) => {
    if (!(await shown(caller))) return refuse('item.unknown')
    const { keys } = await readSignedLog(log)
    const own = keys.filter((key) => key.origin === origin)
    return { keys: own.map(({ vkey, at, endorsement }) => ({ vkey, since: at, endorsement })) }
  })

  mount(app, services, contract.readConsistency, async ({ query, caller }) => {
    const newest = await shown(caller)
    const [from, to] = [Number(query.from), Number(query.to)]
    if (!newest || to > newest.size) return refuse('item.unknown')
    if (from > to) return refuse('input.invalid', { reason: 'from: must not be above to' })
    const ranges = consistencyRanges(from, to)
    const hashes = await hashesOfRanges(tileReader(pool), serverHashing, { ranges, size: to })
    return { hashes: hashes.map((hash) => base64.encode(hash)) }
  })

  mount(app, services, contract.readEventProof, async ({ params, caller }) => {
    const event = await readableEvent(pool, caller, BigInt(params.position))
    if (!event) return refuse('item.unknown')
    const checkpoint = await newestCheckpoint(pool, origin)
    if (!checkpoint || checkpoint.size < Number(params.position)) return null
    return proveEvent(pool, event, { checkpoint, vkey: current.vkey })
  })
}
