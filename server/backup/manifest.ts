import { createHmac, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { deriveKey, fingerprintOf } from '#server/platform/cipher.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { canonicalJson } from '#shared/canonical-json.ts'
import type { BackupPlace } from './place.ts'

const FORMAT = 1
/** The file that marks a backup folder as finished. */
export const MANIFEST = 'manifest.json'

/** One table in one encrypted file. `rows` is counted while copying. */
const part = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  file: z.string(),
  bytes: z.number(),
  /** The hash of the encrypted file, so that it can be checked wherever it is stored. */
  sha256: z.string(),
})
export type Part = z.output<typeof part>

/** A set of people's keys: files next to the backups, kept only for a short time. */
const keySet = z.object({
  format: z.literal(FORMAT),
  /** When the snapshot was taken, in UTC, in the format of a folder name. */
  name: z.string(),
  takenAt: z.string(),
  /** Fingerprints of the master keys needed for the sealed values, the current one first. */
  masterKeys: z.array(z.string()),
  parts: z.array(part),
})
export type KeySet = z.output<typeof keySet>

const head = z.object({ position: z.string(), hash: z.string() })
/** The last event of a log; position 0 and no hash if there is none. */
export type LogHead = z.output<typeof head>

const backup = z.extend(keySet, {
  postgres: z.string(),
  /** The schema: the names of the applied migrations. */
  migrations: z.array(z.string()),
  head,
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string() })),
})
export type BackupManifest = z.output<typeof backup>

export function nameAt(takenAt: string): string {
  return takenAt.replaceAll(/[:.]/g, '-')
}

/**
 * The manifest is written last and signed with the master key, so that someone who stores backups
 * cannot forge one.
 */
export async function writeManifest(
  place: BackupPlace,
  { folder, manifest }: { readonly folder: string; readonly manifest: KeySet | BackupManifest },
  masterKey: Buffer,
): Promise<void> {
  const signed = { ...manifest, signature: signatureOf(manifest, masterKey).toString('hex') }
  const content = Buffer.from(`${JSON.stringify(signed, null, 2)}\n`)
  await place.write(`${folder}/${MANIFEST}`, Readable.from([content]))
}

/** Where a manifest is stored, and the master keys that may have signed it. */
export interface ManifestSource {
  readonly place: BackupPlace
  readonly folder: string
  readonly masterKeys: readonly Buffer[]
}

export function readBackup(source: ManifestSource): Promise<BackupManifest> {
  return read(source, backup)
}

export function readKeySet(source: ManifestSource): Promise<KeySet> {
  return read(source, keySet)
}

/**
 * Refuses  no manifest, another format, sealed with another master key, altered: first match wins
 *
 * @throws StartupError
 */
async function read<T extends KeySet>(
  { place, folder, masterKeys }: ManifestSource,
  shape: z.ZodMiniType<T>,
): Promise<T> {
  const file = `${folder}/${MANIFEST}`
  const path = place.labelOf(file)
  const found = await place.read(file)
  if (!found) throw new StartupError(`${path} is missing, so this backup is incomplete.`)
  const { signature, ...content } = parsedObject(await text(found.content))
  if (content.format !== FORMAT) {
    throw new StartupError(`${path} is not of format ${FORMAT}, which this version reads.`)
  }
  const result = shape.safeParse(content)
  if (!result.success) throw new StartupError(`${path} was changed: it is not a valid manifest.`)
  const [current] = result.data.masterKeys
  const known = new Map(masterKeys.map((key) => [fingerprintOf(key), key]))
  const missing = result.data.masterKeys.find((name) => !known.has(name))
  const key = known.get(current ?? '')
  if (missing !== undefined || !key) {
    throw new StartupError(
      `${path} was made with another MASTER_KEY (fingerprint ${missing}): set the one of that ` +
        'time, as MASTER_KEY_PREVIOUS if it was replaced.',
    )
  }
  const given = Buffer.from(typeof signature === 'string' ? signature : '', 'hex')
  const expected = signatureOf(content, key)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new StartupError(`${path} was changed: its signature does not match.`)
  }
  return result.data
}

function parsedObject(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function signatureOf(content: object, masterKey: Buffer): Buffer {
  const key = deriveKey(masterKey, 'manifests of backups')
  return createHmac('sha256', key).update(canonicalJson(content)).digest()
}
