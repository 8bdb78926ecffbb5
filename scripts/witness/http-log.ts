import { base64 } from '@scure/base'
import type { LogSource } from '#shared/proofs/observe-log.ts'
import { hashesOfRanges, type TileReader, tilePath } from '#shared/proofs/tiles.ts'
import { HASH_BYTES, portableHashing } from '#shared/proofs/tree-hashing.ts'
import { consistencyRanges } from '#shared/proofs/tree-ranges.ts'
import type { EndorsedKey } from '#shared/proofs/trusted-keys.ts'

const ANSWER_MS_MAX = 15_000
const ANSWER_BYTES_MAX = 1_000_000

/** The log is unreachable, or another service responds in its place. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/**
 * A log served over HTTP. Uses the proofs that the log computes; if the log offers none, they are
 * computed from its tiles.
 *
 * @param url the base URL of the log, under which its checkpoint is served
 * Source: C2SP tlog-tiles
 */
export function httpLog(url: string): LogSource {
  const base = url.replace(/\/+$/, '')
  const read = (path: string) => readAnswer(`${base}/${path}`)
  return {
    async checkpoint() {
      const answer = await read('checkpoint')
      if (!answer) throw new NoAnswer(`${base}/checkpoint does not exist`)
      return answer.toString('utf8')
    },
    async keys() {
      const answer = await read('keys')
      return answer ? keysIn(answer) : []
    },
    async consistency(from, to) {
      const answer = await read(`consistency?from=${from}&to=${to}`)
      return answer ? hashesIn(answer) : proofFromTiles(read, from, to)
    },
  }
}

type Read = (path: string) => Promise<Buffer | undefined>

/** @returns undefined if the log refuses */
async function readAnswer(url: string): Promise<Buffer | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS_MAX) })
    if (response.status >= 400 && response.status < 500 && response.status !== 429) {
      await response.body?.cancel()
      return undefined
    }
    if (!response.ok) throw new NoAnswer(`${url} answered ${response.status}`)
    return await bodyOf(response)
  } catch (error) {
    if (error instanceof NoAnswer) throw error
    const { cause, message } = error as Error
    throw new NoAnswer(`${url}: ${cause instanceof Error ? cause.message : message}`)
  }
}

async function bodyOf(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > ANSWER_BYTES_MAX) throw new NoAnswer(`${response.url} answered too much`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function keysIn(answer: Buffer): EndorsedKey[] {
  const { keys } = jsonOf(answer) as { keys?: unknown }
  if (!Array.isArray(keys)) return []
  return keys.filter(
    (key): key is EndorsedKey =>
      typeof key?.vkey === 'string' &&
      (key.endorsement === null || typeof key.endorsement === 'string'),
  )
}

function hashesIn(answer: Buffer): string[] | null {
  const { hashes } = jsonOf(answer) as { hashes?: unknown }
  const isList = Array.isArray(hashes) && hashes.every((hash) => typeof hash === 'string')
  return isList ? hashes : null
}

function jsonOf(answer: Buffer): object {
  try {
    return Object(JSON.parse(answer.toString('utf8')))
  } catch {
    return {}
  }
}

async function proofFromTiles(read: Read, from: number, to: number): Promise<string[] | null> {
  let isMissing = false
  const tiles: TileReader = {
    read: (wanted) =>
      Promise.all(
        wanted.map(async (tile) => {
          const hashes = await read(tilePath(tile, tile.width))
          if (hashes?.length === tile.width * HASH_BYTES) return hashes
          isMissing = true
          return Buffer.alloc(tile.width * HASH_BYTES)
        }),
      ),
  }
  const ranges = consistencyRanges(from, to)
  const hashes = await hashesOfRanges(tiles, portableHashing, { ranges, size: to })
  return isMissing ? null : hashes.map((hash) => base64.encode(hash))
}
