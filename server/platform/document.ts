import { fileTypeFromBuffer } from 'file-type'
import { fromBuffer } from 'yauzl'
import { gate } from '#server/platform/gate.ts'
import { type Picture, reencodeImage } from '#server/platform/image.ts'
import { isWholeWordFile } from '#server/platform/word-file.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'

/** A file whose bytes are stored as they came: users can only download it. */
interface KeptDocument {
  readonly content: Buffer
  readonly mime: DocumentMime
  readonly perceptualHash: null
}

/** The extension under which each kind of document is downloaded. */
export const DOCUMENT_ENDINGS = {
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
} as const
type DocumentMime = keyof typeof DOCUMENT_ENDINGS

const PICTURES = ['image/jpeg', 'image/png', 'image/apng']
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Files checked at once, and files that wait. */
const enter = gate({ runningMax: 4, waitingMax: 64 })

/**
 * Accepts a PDF, a Word document or a picture, judged by its content and not by its name. Pictures are
 * re-encoded from their pixels; documents are stored as they came, if they are complete.
 *
 * Refuses  upload.not_document, upload.broken, and the refusals of pictures
 * @throws RefusedRequest busy.try_later when too many wait
 */
export async function readDocument(
  file: string,
  content: Buffer,
): Promise<Picture | KeptDocument | Refusal> {
  const mime = await enter(() => sniff(content))
  if (PICTURES.includes(mime)) return reencodeImage(file, content)
  const isWhole = await enter(() => wholeness(mime, content))
  if (isWhole === undefined) return refuse('upload.not_document', { file })
  if (!isWhole) return refuse('upload.broken', { file })
  return { content, mime: documentMime(mime), perceptualHash: null }
}

async function sniff(content: Buffer): Promise<string> {
  try {
    return (await fileTypeFromBuffer(content))?.mime ?? ''
  } catch {
    // It begins like a known format but is not one.
    return ''
  }
}

/** The container of old Word files, which other old programs use too. */
const COMPOUND_FILE = 'application/x-cfb'

/** Whether nothing is cut off; undefined for a document that is not accepted. */
async function wholeness(mime: string, content: Buffer): Promise<boolean | undefined> {
  if (mime === 'application/pdf') return isWholePdf(content)
  if (mime === COMPOUND_FILE) return isWholeWordFile(content)
  if (mime === DOCX || mime === 'application/zip') return isWholeDocx(content)
  return undefined
}

function documentMime(sniffed: string): DocumentMime {
  if (sniffed === 'application/pdf') return sniffed
  return sniffed === COMPOUND_FILE ? 'application/msword' : DOCX
}

/** A PDF ends with an end mark; anything after it could be another, hidden file. */
function isWholePdf(content: Buffer): boolean {
  const mark = content.lastIndexOf('%%EOF')
  if (mark === -1 || content.lastIndexOf('startxref') === -1) return false
  return /^[\s\0]*$/.test(content.subarray(mark + '%%EOF'.length).toString('latin1'))
}

/** Parts that every Word document has, and the one that holds macros. */
const CONTENT_TYPES = '[Content_Types].xml'
const BODY = 'word/document.xml'
const MACROS = /(^|\/)vbaProject\.bin$/i

/** A truncated zip has no directory; a zip without a Word document is not accepted. */
async function isWholeDocx(content: Buffer): Promise<boolean | undefined> {
  const names = await entryNames(content)
  if (!names) return false
  const isWord = names.includes(CONTENT_TYPES) && names.includes(BODY)
  return isWord && !names.some((name) => MACROS.test(name)) ? true : undefined
}

/** More entries than any document has. */
const ENTRIES_MAX = 2_000

/** Reads the directory alone: nothing is unpacked. */
function entryNames(content: Buffer): Promise<string[] | undefined> {
  return new Promise((resolve) => {
    fromBuffer(content, { lazyEntries: true }, (error, zip) => {
      if (error) return resolve(undefined)
      if (zip.entryCount > ENTRIES_MAX) return resolve(undefined)
      const names: string[] = []
      zip.on('entry', (entry) => {
        names.push(entry.fileName)
        zip.readEntry()
      })
      zip.once('end', () => resolve(names))
      zip.once('error', () => resolve(undefined))
      zip.readEntry()
    })
  })
}
