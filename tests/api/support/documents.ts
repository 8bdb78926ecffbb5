import { crc32, deflateRawSync } from 'node:zlib'
import type { FilePart } from './client.ts'

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

export function pdf(name = 'statement.pdf'): FilePart {
  return { name, content: bytes(Buffer.from(PDF)), type: 'application/pdf' }
}

/** A PDF of an exact size, padded with a comment. */
export function pdfOfSize(size: number): FilePart {
  const [head, tail] = [PDF.slice(0, 9), PDF.slice(9)]
  const filled = `${head}%${'x'.repeat(size - PDF.length - 2)}\n${tail}`
  return { name: 'large.pdf', content: bytes(Buffer.from(filled)), type: 'application/pdf' }
}

const CONTENT_TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
  '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'

const WORD_PARTS = {
  '[Content_Types].xml': CONTENT_TYPES,
  'word/document.xml': '<w:document/>',
}

export function docx(extraParts: Readonly<Record<string, string>> = {}): FilePart {
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

/** A compound file of four sectors: header, sector table, directory and text. */
export function doc(stream = 'WordDocument'): FilePart {
  const file = Buffer.alloc(4 * 512, 0xff)
  file.fill(0, 0, 76)
  file.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  file.writeUInt16LE(0x3e, 24)
  file.writeUInt16LE(3, 26)
  file.writeUInt16LE(0xfffe, 28)
  file.writeUInt16LE(9, 30)
  file.writeUInt16LE(6, 32)
  file.writeUInt32LE(1, 44)
  file.writeUInt32LE(1, 48)
  file.writeUInt32LE(0, 76)
  const END_OF_CHAIN = 0xfffffffe
  for (const [index, mark] of [0xfffffffd, END_OF_CHAIN, END_OF_CHAIN].entries()) {
    file.writeUInt32LE(mark, 512 + index * 4)
  }
  file.fill(0, 1024)
  file.write('Root Entry', 1024, 'utf16le')
  file.write(stream, 1024 + 128, 'utf16le')
  return { name: 'letter.doc', content: bytes(file), type: 'application/msword' }
}

/** The first part of a file. */
export function cut(part: FilePart, share = 0.6): FilePart {
  return { ...part, content: part.content.subarray(0, Math.floor(part.content.length * share)) }
}

/** Two files concatenated, with the name of the first. */
export function glued(first: FilePart, second: FilePart): FilePart {
  return { ...first, content: bytes(Buffer.concat([first.content, second.content])) }
}

function zipOf(parts: Readonly<Record<string, string>>): Buffer {
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
