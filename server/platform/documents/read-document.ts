import { readFile } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import type { Finding } from '#server/platform/documents/finding.ts'
import { inspectOldWordFile } from '#server/platform/documents/old-word-file.ts'
import { inspectPdf } from '#server/platform/documents/pdf-file.ts'
import { inspectWordPackage } from '#server/platform/documents/word-package.ts'
import { gate } from '#server/platform/gate.ts'
import { type Picture, reencodeImage } from '#server/platform/image.ts'
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
/** Word's own formats, among them those with macros, which are then refused by name. */
const OFFICE = /wordprocessingml|ms-word/

/** Files checked at once, and files that wait. */
const enter = gate({ runningMax: 4, waitingMax: 64 })

/**
 * Accepts a PDF, a Word document or a picture, judged by its content and not by its name. Pictures are
 * re-encoded from their pixels; documents are stored as they came, if they are complete and nothing in
 * them runs or loads.
 *
 * Refuses  upload.not_document, upload.broken, upload.active_content, upload.protected, and the
 *          refusals of pictures
 * @throws RefusedRequest busy.try_later when too many wait
 */
export async function readDocument(
  file: string,
  path: string,
): Promise<Picture | KeptDocument | Refusal> {
  const mime = await enter(() => sniff(path))
  if (PICTURES.includes(mime)) return reencodeImage(file, path)
  const content = await readFile(path)
  const finding = await enter(() => inspect(mime, content))
  if (finding !== 'plain') return refuse(REFUSALS[finding], { file })
  return { content, mime: documentMime(mime), perceptualHash: null }
}

const REFUSALS = {
  active: 'upload.active_content',
  protected: 'upload.protected',
  broken: 'upload.broken',
  unknown: 'upload.not_document',
} as const

async function sniff(path: string): Promise<string> {
  try {
    return (await fileTypeFromFile(path))?.mime ?? ''
  } catch {
    // It begins like a known format but is not one.
    return ''
  }
}

/** The container of old Word files, which other old programs use too. */
const COMPOUND_FILE = 'application/x-cfb'

async function inspect(mime: string, content: Buffer): Promise<Finding> {
  if (mime === 'application/pdf') return inspectPdf(content)
  if (mime === COMPOUND_FILE) return inspectOldWordFile(content)
  if (mime === 'application/zip' || OFFICE.test(mime)) return inspectWordPackage(content)
  return 'unknown'
}

function documentMime(sniffed: string): DocumentMime {
  if (sniffed === 'application/pdf') return sniffed
  return sniffed === COMPOUND_FILE ? 'application/msword' : DOCX
}
