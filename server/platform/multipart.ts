import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Multipart, MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { RefusedRequest } from '#server/platform/errors.ts'
import type { FileField } from '#shared/contract/route.ts'
import { formatBytes } from '#shared/format.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'

/** A received file on disk, not yet checked or stored. */
export interface ReceivedFile {
  /** The last part of the file name sent by the client, used only in messages. */
  readonly name: string
  readonly path: string
  readonly bytes: number
  /** Hex, of the bytes as sent: detects repeated files and reused proofs. */
  readonly sha256: string
}

export interface ReceivedForm {
  readonly fields: Readonly<Record<string, unknown>>
  /** One list for each field with a file. */
  readonly files: Readonly<Record<string, readonly ReceivedFile[]>>
}

/** The limit for text fields and the boundaries between parts. */
const FORM_BYTES_MAX = 64 * 1024
const FIELDS_MAX = 40

export type FileFields = Readonly<Record<string, FileField>>

/**
 * Reads a multipart body, up to the size that its route allows. Files are written to disk.
 *
 * @param newPath returns a path for the file of a part; the caller deletes it, even if reading
 * fails
 * Refuses  input.invalid, upload.too_large, upload.missing: thrown while the body is read
 */
export async function readForm(
  request: FastifyRequest,
  expected: FileFields,
  newPath: () => Promise<string>,
): Promise<ReceivedForm> {
  if (!request.isMultipart()) throw invalid('send this as multipart/form-data')
  refuseOversized(request, expected)
  const fields: Record<string, unknown> = Object.create(null)
  const files: Record<string, ReceivedFile[]> = Object.create(null)
  try {
    for await (const part of request.parts(limitsFor(expected))) {
      if (isFile(part)) await takeFile(part, expected, files, newPath)
      else takeField(part, fields)
    }
  } catch (error) {
    throw isBrokenForm(error) ? invalid('the form is damaged or incomplete') : error
  }
  for (const [field, { required, whenMissing = 'upload.missing' }] of Object.entries(expected)) {
    if (required && !files[field]) throw new RefusedRequest(refuse(whenMissing, { field }))
  }
  return { fields, files }
}

/** The size of the largest form with these files. */
export function formBytesMax(expected: FileFields): number {
  return Object.values(expected).reduce(
    (sum, { bytesMax, filesMax = 1 }) => sum + bytesMax * filesMax,
    FORM_BYTES_MAX,
  )
}

/** A body whose declared length is far too long is not read at all. */
function refuseOversized(request: FastifyRequest, expected: FileFields): void {
  if (Number(request.headers['content-length'] ?? 0) <= formBytesMax(expected)) return
  const [[field, { bytesMax }] = ['upload', { bytesMax: 0 }]] = Object.entries(expected)
  throw new RefusedRequest(tooLarge(bytesMax, { file: field }))
}

/**
 * The parser throws plain errors for truncated or malformed forms and for clients that have
 * disconnected. A failed file system call is a fault.
 */
function isBrokenForm(error: unknown): boolean {
  if (error instanceof RefusedRequest || !(error instanceof Error)) return false
  const isOfDisk = 'syscall' in error && error.syscall !== 'read'
  return !isOfDisk && !('statusCode' in error)
}

function limitsFor(expected: FileFields) {
  const fields = Object.values(expected)
  return {
    throwFileSizeLimit: false,
    limits: {
      fields: FIELDS_MAX,
      fieldSize: FORM_BYTES_MAX,
      files: fields.reduce((sum, { filesMax = 1 }) => sum + filesMax, 1),
      // One more than allowed, so that a file of exactly the maximum passes.
      fileSize: Math.max(...fields.map(({ bytesMax }) => bytesMax)) + 1,
    },
  }
}

async function takeFile(
  part: MultipartFile,
  expected: FileFields,
  files: Record<string, ReceivedFile[]>,
  newPath: () => Promise<string>,
): Promise<void> {
  const before = files[part.fieldname] ?? []
  const field = expected[part.fieldname]
  const { filesMax = 1 } = field ?? {}
  if (!field || before.length === filesMax) {
    // Otherwise the parser waits for this file to be read.
    part.file.destroy()
    const most = filesMax === 1 ? 'one file' : `at most ${filesMax} files`
    throw invalid(`${part.fieldname}: ${field ? `send ${most}` : 'no file is expected here'}`)
  }
  const name = displayName(part.filename, part.fieldname)
  const file = await writeFile(part, await newPath())
  if (file.bytes > field.bytesMax) {
    throw new RefusedRequest(tooLarge(field.bytesMax, { file: name, field: part.fieldname }))
  }
  // A form sends an empty part for a file picker with no selection.
  if (file.bytes === 0) return
  files[part.fieldname] = [...before, { name, ...file }]
}

async function writeFile(
  { file }: MultipartFile,
  path: string,
): Promise<Omit<ReceivedFile, 'name'>> {
  const hash = createHash('sha256')
  let bytes = 0
  const measure = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  const closed = new Promise<void>((resolve) => target.once('close', () => resolve()))
  try {
    await pipeline(file, measure, target)
  } finally {
    // A file that is still being opened could appear after the caller has deleted it.
    await closed
  }
  return { path, bytes, sha256: hash.digest('hex') }
}

function takeField(part: MultipartValue, fields: Record<string, unknown>): void {
  if (part.fieldnameTruncated || part.valueTruncated) throw invalid(`${part.fieldname}: too long`)
  if (part.fieldname in fields) throw invalid(`${part.fieldname}: send it once`)
  if (String(part.value).includes('\u0000')) {
    throw invalid(`${part.fieldname}: must not contain NUL characters`)
  }
  fields[part.fieldname] = part.value
}

function isFile(part: Multipart): part is MultipartFile {
  return part.type === 'file'
}

/** A name is shown, never used as a path; characters that break a line of text are removed. */
function displayName(name: string, fallback: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? ''
  return base.replace(/[\p{C}"]/gu, '').slice(0, 120) || fallback
}

/** @param details with the field, if it is known which file of the form is too large */
function tooLarge(bytesMax: number, details: { file: string; field?: string }): Refusal {
  return refuse('upload.too_large', { ...details, maximum: formatBytes(bytesMax) })
}

function invalid(reason: string): RefusedRequest {
  return new RefusedRequest(refuse('input.invalid', { reason }))
}
