import { crc32, deflateRawSync } from 'node:zlib'
import type { FilePart } from './client.ts'
import { compoundFile, type Stored } from './compound-file.ts'

/** Small documents of each kind, built byte by byte. */

const PDF = [
  '%PDF-1.4',
  '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
  '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj',
  'trailer<</Root 1 0 R>>',
  'startxref',
  '0',
  '%%EOF',
  '',
].join('\n')

/** @param objects further objects, as written in the file */
export function pdf(name = 'statement.pdf', objects = ''): FilePart {
  const content = Buffer.from(PDF.replace('trailer', `${objects}\ntrailer`), 'latin1')
  return { name, content: bytes(content), type: 'application/pdf' }
}

/** A PDF of an exact size, padded with a comment. */
export function pdfOfSize(size: number): FilePart {
  const [head, tail] = [PDF.slice(0, 9), PDF.slice(9)]
  const filled = `${head}%${'x'.repeat(size - PDF.length - 2)}\n${tail}`
  return { name: 'large.pdf', content: bytes(Buffer.from(filled)), type: 'application/pdf' }
}

export const CONTENT_TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
  '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'

const WORD_PARTS = {
  '[Content_Types].xml': CONTENT_TYPES,
  'word/document.xml': '<w:document/>',
}

/** @param extraParts replace parts of the same name */
export function docx(extraParts: Readonly<Record<string, string | Buffer>> = {}): FilePart {
  return {
    name: 'letter.docx',
    content: bytes(zipOf({ ...WORD_PARTS, ...extraParts })),
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  }
}

/** A zip that is not a Word document. */
export const archive: FilePart = {
  name: 'archive.docx',
  content: bytes(zipOf({ 'run.js': 'alert(1)' })),
}

/** A Word file in the format before 2007, with more storages and streams besides its text. */
export function doc(stream = 'WordDocument', extra: readonly Stored[] = [], text = ''): FilePart {
  const body = Buffer.alloc(4_096)
  body.writeUInt16LE(0xa5ec, 0)
  body.write(text, 1_024, 'latin1')
  const content = compoundFile([{ name: stream, content: body }, ...extra])
  return { name: 'letter.doc', content: bytes(content), type: 'application/msword' }
}

/** The first part of a file. */
export function cut(part: FilePart, share = 0.6): FilePart {
  return { ...part, content: part.content.subarray(0, Math.floor(part.content.length * share)) }
}

/** Two files concatenated, with the name of the first. */
export function glued(first: FilePart, second: FilePart): FilePart {
  return { ...first, content: bytes(Buffer.concat([first.content, second.content])) }
}

function zipOf(parts: Readonly<Record<string, string | Buffer>>): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(parts)) {
    const packed = deflateRawSync(text)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(text), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(Buffer.byteLength(text), 18)
    facts.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name), packed])
    const placed = Buffer.alloc(14)
    placed.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, placed, Buffer.from(name))
    locals.push(local)
    offset += local.length
  }
  const count = Object.keys(parts).length
  const directoryBytes = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(directoryBytes.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directoryBytes, Buffer.from('PK\x05\x06'), end])
}

function bytes(content: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(content)
}
