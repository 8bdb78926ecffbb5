import { readFile } from 'node:fs/promises'
import {
  type DocumentMime,
  openDocumentInspector,
} from '#server/platform/documents/document-inspector.ts'
import { gateOf } from '#server/platform/gate.ts'
import { type Picture, reencodeImage } from '#server/platform/image.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'

/** A file that is stored unchanged: users can only download it. */
interface KeptDocument {
  readonly content: Buffer
  readonly mime: DocumentMime
  readonly perceptualHash: null
}

/** The file extension for the download of each kind of document. */
export const DOCUMENT_ENDINGS = {
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
} as const satisfies Readonly<Record<DocumentMime, string>>

/** How many documents are inspected at once: each may need 500 MB. */
const INSPECTORS = 2

const use = gateOf(
  Array.from({ length: INSPECTORS }, () => openDocumentInspector()),
  { waitingMax: 64 },
)

/**
 * Accepts a PDF, a Word document or a picture, judged by its content and not by its name. Pictures
 * are re-encoded from their pixels. Documents are stored unchanged if they are complete and contain
 * nothing that runs or loads.
 *
 * Refuses  upload.not_document, upload.broken, upload.active_content, upload.protected, and the
 *          refusals of pictures
 * @throws RefusedRequest busy.try_later if too many are waiting
 */
export async function readDocument(
  file: string,
  path: string,
): Promise<Picture | KeptDocument | Refusal> {
  const { content, found } = await use(async (inspector) => {
    const content = await readFile(path)
    return { content, found: await inspector.inspect(content) }
  })
  if (found === 'picture') return reencodeImage(file, path)
  if (typeof found === 'string') return refuse(REFUSALS[found], { file })
  return { content, mime: found.mime, perceptualHash: null }
}

const REFUSALS = {
  active: 'upload.active_content',
  protected: 'upload.protected',
  broken: 'upload.broken',
  unknown: 'upload.not_document',
} as const
