import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { ed25519 } from '@noble/curves/ed25519.js'
import { cosignature } from '#shared/proofs/cosignature.ts'
import { formatKey, formatSignature, type NoteKey, noteKey } from '#shared/proofs/signed-note.ts'

const SEED_BYTES = 32

/** The key with which a witness cosigns. */
export interface WitnessKey {
  readonly key: NoteKey
  readonly vkey: string
  /** A signature line for a checkpoint's text. */
  cosign(checkpointText: string, atMs: number): string
}

export function witnessKey(name: string, seed: Uint8Array): WitnessKey {
  const key = noteKey(name, ed25519.getPublicKey(seed), 'cosignature')
  return {
    key,
    vkey: formatKey(key, 'cosignature'),
    cosign: (text, atMs) =>
      formatSignature(
        cosignature(key, text, {
          atSeconds: Math.floor(atMs / 1_000),
          sign: (message) => ed25519.sign(message, seed),
        }),
      ),
  }
}

/**
 * Reads the seed of a key: 32 bytes in base64.
 *
 * @throws Error that says what is wrong with the file
 */
export async function readSeed(path: string): Promise<Buffer> {
  const seed = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64')
  if (seed.length === SEED_BYTES) return seed
  throw new Error(`${path} must hold ${SEED_BYTES} bytes in base64, and holds ${seed.length}`)
}

/** Like {@link readSeed}, but creates the seed the first time. */
export async function ownSeed(path: string): Promise<Buffer> {
  if (existsSync(path)) return readSeed(path)
  const seed = randomBytes(SEED_BYTES)
  await writeFile(path, `${seed.toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  return seed
}
