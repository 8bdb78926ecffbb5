import {
  BrokenCompoundFile,
  type CompoundEntry,
  readCompoundFile,
} from '#server/platform/documents/compound-file.ts'
import type { Finding } from '#server/platform/documents/finding.ts'
import { hasActiveField } from '#server/platform/documents/word-fields.ts'

/**
 * What a plain document of Word 97 to 2003 consists of. Storages of macros, ActiveX controls and
 * OLE objects are not in this list, under any name.
 */
const STREAMS = new Set([
  'WordDocument',
  '0Table',
  '1Table',
  'Data',
  '\u0001CompObj',
  '\u0005SummaryInformation',
  '\u0005DocumentSummaryInformation',
])
/** Word also writes it into documents without objects; then it is empty. */
const EMPTY_STORAGE = 'ObjectPool'
/** Custom properties in XML. Word executes nothing from it. */
const PROPERTY_STORAGE = 'MsoDataStore'

/** Inspects a pre-2007 Word file. Source: [MS-DOC] sections 2.1 file structure, 2.5 FIB */
export function inspectOldWordFile(content: Buffer): Finding {
  try {
    return inspectEntries(readCompoundFile(content))
  } catch (error) {
    if (error instanceof BrokenCompoundFile) return 'broken'
    throw error
  }
}

function inspectEntries(entries: readonly CompoundEntry[]): Finding {
  const text = entries.find(({ name }) => name === 'WordDocument')
  if (!text) return 'unknown'
  if (!entries.every(isPlainEntry)) return 'active'
  const body = text.content()
  if (body.length < FIB_BYTES || body.readUInt16LE(0) !== FIB_MARK) return 'unknown'
  const flags = body.readUInt16LE(FLAGS_AT)
  if (flags & IS_ENCRYPTED) return 'protected'
  // A quick save stores the text in pieces, in which fields cannot be detected.
  if (flags & IS_QUICK_SAVED || hasActiveFields(body)) return 'active'
  const tableName = flags & USES_TABLE_1 ? '1Table' : '0Table'
  const table = entries.find(({ name }) => name === tableName)?.content()
  return table && hasLinkedTemplate(body, table) ? 'active' : 'plain'
}

function isPlainEntry({ name, isStorage, children }: CompoundEntry): boolean {
  if (!isStorage) return STREAMS.has(name)
  return name === PROPERTY_STORAGE || (name === EMPTY_STORAGE && children.length === 0)
}

/** The file information block at the start of the text. */
const FIB_MARK = 0xa5ec
const FIB_BYTES = 0x1aa
const FLAGS_AT = 0x0a
const IS_QUICK_SAVED = 0x0004
const IS_ENCRYPTED = 0x0100
const USES_TABLE_1 = 0x0200
/** The offset at which the table stream lists the names associated with the document. */
const NAMES_AT = 0x19a

/** Characters take one or two bytes, and text may begin at any offset. */
function hasActiveFields(body: Buffer): boolean {
  const wide = [body, body.subarray(1)].map((each) => each.toString('utf16le'))
  return [body.toString('latin1'), ...wide].some(hasActiveField)
}

/** The second name is the template's: a local template has no address. */
function hasLinkedTemplate(body: Buffer, table: Buffer): boolean {
  const start = body.readUInt32LE(NAMES_AT)
  const bytes = body.readUInt32LE(NAMES_AT + 4)
  if (bytes === 0) return false
  const names = table.subarray(start, start + bytes)
  // Anything that cannot be read as a list of names is not trusted.
  if (names.length < 8 || names.readUInt16LE(0) !== 0xffff) return true
  const first = 6
  const second = first + 2 + names.readUInt16LE(first) * 2
  if (second + 2 > names.length) return true
  const template = names.toString(
    'utf16le',
    second + 2,
    second + 2 + names.readUInt16LE(second) * 2,
  )
  return /^\s*(?:[a-z][a-z+.-]+:|[\\/]{2})/i.test(template)
}
