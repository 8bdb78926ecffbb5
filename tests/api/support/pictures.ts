import { crc32, deflateSync } from 'node:zlib'
import { createCanvas } from '@napi-rs/canvas'
import type { FilePart } from './client.ts'
import { phoneMetadata } from './phone-metadata.ts'

// Pictures are drawn and encoded in JavaScript's own thread: a process that waits for a decoder in
// another thread cannot end while that hangs.

/**
 * A photo as from a phone: rotated, with location and camera metadata. Each call gives a different
 * one.
 */
export async function photo(width = 320, height = 240): Promise<FilePart> {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const [wide, tall] = [width / BLOCKS, height / BLOCKS]
  for (let block = 0; block < BLOCKS ** 2; block += 1) {
    context.fillStyle = `hsl(0 0% ${Math.floor(Math.random() * 100)}%)`
    context.fillRect((block % BLOCKS) * wide, Math.floor(block / BLOCKS) * tall, wide, tall)
  }
  const picture = canvas.toBuffer('image/jpeg')
  const [start, rest] = [picture.subarray(0, 2), picture.subarray(2)]
  return { name: 'photo.jpg', content: bytes(Buffer.concat([start, phoneMetadata(), rest])) }
}

const BLOCKS = 12

/**
 * A screenshot as from a phone: flat blocks on a plain background. The same seed gives the same
 * image.
 */
export async function screenshot(seed: number): Promise<FilePart> {
  const [width, height] = [540, 1170]
  const next = numbersFrom(seed)
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = seed % 2 === 0 ? '#101418' : '#fff'
  context.fillRect(0, 0, width, height)
  for (let row = 0; row < 9; row += 1) {
    const [x, wide, tall] = [next() * 240, 120 + next() * 180, 30 + next() * 80]
    context.fillStyle = `hsl(${Math.floor(next() * 360)} 60% ${Math.floor(15 + next() * 70)}%)`
    context.fillRect(x, 30 + row * 125, wide, tall)
  }
  const content = canvas.toBuffer('image/png')
  return { name: 'screenshot.png', content: bytes(content), type: 'image/png' }
}

/** Seeded random numbers from 0 to 1. */
export function numbersFrom(seed: number): () => number {
  let state = seed * 7_919 + 104_729
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

export const svgPicture: FilePart = {
  name: 'drawing.svg',
  content: text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  type: 'image/svg+xml',
}

export const htmlNamedPng: FilePart = {
  name: 'page.png',
  content: text('<!doctype html><script>alert(1)</script>'),
  type: 'image/png',
}

/** A GIF by its first bytes that is also a script. */
export const gifScriptPolyglot: FilePart = {
  name: 'polyglot.gif',
  content: text('GIF89a/*\u0001\u0001\u0000\u0000\u0000,*/=1;alert(document.domain)//;'),
  type: 'image/gif',
}

export async function truncatedJpeg(): Promise<FilePart> {
  const { content } = await photo()
  return { name: 'half.jpg', content: content.subarray(0, content.length / 2) }
}

/** A small file of 40,000 × 40,000 pixels, 6.4 GB when decoded. */
export const pixelBomb: FilePart = {
  name: 'bomb.png',
  content: bytes(pngOf(40_000, 40_000)),
  type: 'image/png',
}

/** A valid photo, padded after its end to an exact size. */
export async function photoOfSize(size: number): Promise<FilePart> {
  const { content } = await photo()
  const padded = new Uint8Array(size)
  padded.set(content)
  return { name: 'large.jpg', content: padded }
}

function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(120_001))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

function text(content: string): Uint8Array<ArrayBuffer> {
  return bytes(Buffer.from(content, 'latin1'))
}

export function bytes(content: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(content)
}
