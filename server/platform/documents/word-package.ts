import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import type { Finding } from '#server/platform/documents/finding.ts'
import {
  countMarks,
  inspectMarkup,
  isMarkup,
  isPlainPackage,
} from '#server/platform/documents/word-markup.ts'

/** Parts that every Word document has. */
const CONTENT_TYPES = '[Content_Types].xml'
const BODY = 'word/document.xml'

/** Inspects a modern Word file: a zip of XML parts and pictures. Source: ECMA-376 part 2 */
export async function inspectWordPackage(content: Buffer): Promise<Finding> {
  const parts = await unpack(content)
  if (typeof parts === 'string') return parts
  const types = parts.get(CONTENT_TYPES.toLowerCase())
  if (!types || !parts.has(BODY)) return 'unknown'
  if (hasTooManyMarks([types, ...parts.values()])) return 'active'
  if (!isPlainPackage(types)) return 'active'
  for (const [name, part] of parts) {
    if (ACTIVE_PARTS.test(name) || isContainer(part)) return 'active'
    if (!isMarkup(part)) continue
    const found = inspectMarkup(name, part)
    if (found !== 'plain') return found
  }
  return 'plain'
}

/** The number of tags and attributes of a thousand pages. Reading them all takes two seconds. */
const MARKS_MAX = 2_000_000

/** A file that cannot be inspected quickly is not trusted. */
function hasTooManyMarks(parts: readonly Buffer[]): boolean {
  let left = MARKS_MAX
  for (const part of parts.filter(isMarkup)) {
    left -= countMarks(part)
    if (left < 0) return true
  }
  return false
}

const ACTIVE_PARTS = /vbaproject|vbadata|oleobject|activex/
/** Files inside the file: compound files can contain macros and OLE objects under any name. */
const CONTAINERS = ['\xd0\xcf\x11\xe0', 'PK\x03\x04', 'MZ', '%PDF', '{\\rtf', 'Rar!', '7z\xbc\xaf']

function isContainer(part: Buffer): boolean {
  const start = part.toString('latin1', 0, 8)
  return CONTAINERS.some((mark) => start.startsWith(mark))
}

/** More than any document has; together, the limits bound what a small file can expand to. */
const PARTS_MAX = 2_000
const UNPACKED_BYTES_MAX = 32 * 1024 * 1024

/** The parts by name in lower case, as Word compares them. */
async function unpack(content: Buffer): Promise<Map<string, Buffer> | 'broken' | 'unknown'> {
  const parts = new Map<string, Buffer>()
  let bytesLeft = UNPACKED_BYTES_MAX
  try {
    const zip = await fromBufferPromise(content, { lazyEntries: true })
    if (zip.entryCount > PARTS_MAX) return 'unknown'
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName.toLowerCase()
      bytesLeft -= entry.uncompressedSize
      // If two parts have the same name, Word might read the other one.
      if (parts.has(name) || bytesLeft < 0) return 'unknown'
      parts.set(name, await buffer(await zip.openReadStreamPromise(entry)))
    }
    return parts
  } catch {
    // It is truncated, encrypted, or has sizes other than those in its directory.
    return 'broken'
  }
}
