import { fileTypeFromBuffer } from 'file-type'
import type { Finding } from '#server/platform/documents/finding.ts'
import { inspectOldWordFile } from '#server/platform/documents/old-word-file.ts'
import { inspectPdf } from '#server/platform/documents/pdf-file.ts'
import { inspectWordPackage } from '#server/platform/documents/word-package.ts'

export type DocumentMime = 'application/pdf' | 'application/msword' | typeof DOCX

/** The kind of a file: an accepted document, a picture, or why it is not accepted. */
export type Inspected = { readonly mime: DocumentMime } | 'picture' | Exclude<Finding, 'plain'>

const PICTURES = ['image/jpeg', 'image/png', 'image/apng']
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
/** Word's own formats, including those with macros, which are then refused by name. */
const OFFICE = /wordprocessingml|ms-word/
/** The container of old Word files, also used by other old programs. */
const COMPOUND_FILE = 'application/x-cfb'

/** Inspects a file by its content, not by its name. */
export async function inspectDocument(content: Buffer): Promise<Inspected> {
  const sniffed = await sniff(content)
  if (PICTURES.includes(sniffed)) return 'picture'
  const finding = await inspect(sniffed, content)
  return finding === 'plain' ? { mime: documentMime(sniffed) } : finding
}

async function sniff(content: Buffer): Promise<string> {
  try {
    return (await fileTypeFromBuffer(content))?.mime ?? ''
  } catch {
    // It starts like a known format but is not one.
    return ''
  }
}

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
