import { promisify } from 'node:util'
import { constants, inflate } from 'node:zlib'
import type { Finding } from '#server/platform/documents/finding.ts'
import {
  type PdfStream,
  pdfStreams,
  withPlainNames,
} from '#server/platform/documents/pdf-objects.ts'

/**
 * Names of actions and objects that run a program, or open or embed another file. All bytes are
 * searched for them, not only where the table of objects points, because PDF viewers disagree on
 * damaged tables.
 */
const ACTIVE_NAMES =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|FileAttachment|RichMedia(?:Activate|Content|Settings)?|SubmitForm|ImportData|GoToE|GoToR|Rendition|XFA|Trans3D|GoTo3DView)(?=[\s\0/<>[\](){}%]|$)/
/** Keys too short to be distinguished from image data by name alone, with what follows them. */
const ACTIVE_KEYS = /\/(?:JS[\s\0]*(?:\(|<|\d+\s+\d+\s+R)|EF[\s\0]*(?:<<|\d+\s+\d+\s+R))/
const ACTIVE_KINDS = /\/(?:S|Subtype)[\s\0]*\/(?:Movie|Sound|Screen|3D)(?=[\s\0/<>[\](){}%]|$)/
const ENCRYPTED = /\/Encrypt[\s\0]*(?:<<|\d+\s+\d+\s+R)/

/** Inspects a PDF without running any of it. Source: ISO 32000-1, 7.5.7 object streams, 12.6 actions */
export async function inspectPdf(content: Buffer): Promise<Finding> {
  if (!isWhole(content)) return 'broken'
  const text = content.toString('latin1')
  const found = inspectText(text)
  if (found !== 'plain') return found
  const streams = pdfStreams(text)
  // Unreadable content is not trusted.
  if (!streams) return 'active'
  let bytesLeft = OBJECT_BYTES_MAX
  // Objects that are not compressed were checked above.
  for (const { start, coding } of streams.filter(isPackedObjects)) {
    if (coding === 'other' || bytesLeft < 1) return 'active'
    const objects = await unpacked(content.subarray(start), bytesLeft)
    if (objects === undefined) return 'active'
    bytesLeft -= objects.length
    const inside = inspectText(objects)
    if (inside !== 'plain') return inside
  }
  return 'plain'
}

function isPackedObjects({ holdsObjects, coding }: PdfStream): boolean {
  return holdsObjects && coding !== 'none'
}

function inspectText(text: string): Finding {
  const plain = withPlainNames(text)
  if (ENCRYPTED.test(plain)) return 'protected'
  const isActive = [ACTIVE_NAMES, ACTIVE_KEYS, ACTIVE_KINDS].some((pattern) => pattern.test(plain))
  return isActive ? 'active' : 'plain'
}

/** A PDF ends with an end mark; anything after it could be another, hidden file. */
function isWhole(content: Buffer): boolean {
  const mark = content.lastIndexOf('%%EOF')
  if (mark === -1 || content.lastIndexOf('startxref') === -1) return false
  return /^[\s\0]*$/.test(content.subarray(mark + '%%EOF'.length).toString('latin1'))
}

/** The limit for all objects of a file together, decompressed. */
const OBJECT_BYTES_MAX = 16 * 1024 * 1024
const unpack = promisify(inflate)

function unpacked(packed: Buffer, bytesMax: number): Promise<string | undefined> {
  const options = { maxOutputLength: bytesMax, finishFlush: constants.Z_SYNC_FLUSH }
  return unpack(packed, options).then(
    (objects) => objects.toString('latin1'),
    () => undefined,
  )
}
