import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { FilePart } from './client.ts'

/** A photo as from a phone: rotated, with location and camera metadata. */
export async function photo(width = 320, height = 240): Promise<FilePart> {
  const content = await sharp({
    create: { width, height, channels: 3, background: '#888', noise: NOISE },
  })
    .withExif({ IFD0: { Make: 'Secret Camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  return { name: 'photo.jpg', content: bytes(content) }
}

const NOISE = { type: 'gaussian', mean: 128, sigma: 40 } as const

/**
 * A screenshot as from a phone: flat blocks on a plain background. The same seed gives the same
 * image.
 */
export async function screenshot(seed: number): Promise<FilePart> {
  const [width, height] = [540, 1170]
  const next = numbersFrom(seed)
  const blocks = Array.from({ length: 9 }, (_, row) => {
    const [x, wide, tall] = [next() * 240, 120 + next() * 180, 30 + next() * 80]
    const colour = `hsl(${Math.floor(next() * 360)} 60% ${Math.floor(15 + next() * 70)}%)`
    return `<rect x="${x}" y="${30 + row * 125}" width="${wide}" height="${tall}" fill="${colour}"/>`
  })
  const ground = seed % 2 === 0 ? '#101418' : '#fff'
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${ground}"/>${blocks.join('')}</svg>`
  const content = await sharp(Buffer.from(drawing)).png().toBuffer()
  return { name: 'screenshot.png', content: bytes(content), type: 'image/png' }
}

/**
 * A screenshot of one wallet app: the same blocks for everyone, and lines of digits of one's own.
 * The seed decides amount, date, addresses and fee.
 */
export async function walletScreenshot(seed: number): Promise<FilePart> {
  const [width, height] = [540, 1170]
  const next = numbersFrom(seed)
  const lines = WALLET_LINES.map(({ y, size, digits, fill }) => {
    const from = width / 2 - (digits * size) / 2
    return Array.from({ length: digits }, (_, place) => digit(next, from + place * size, y, size))
      .map((path) => `<path d="${path}" fill="${fill}"/>`)
      .join('')
  })
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#fff"/>
    <rect width="100%" height="90" fill="#2151f5"/><rect x="24" y="34" width="180" height="26" fill="#fff"/>
    <circle cx="270" cy="210" r="64" fill="#19a974"/>
    <rect x="24" y="440" width="492" height="420" rx="16" fill="#eef1f6"/>
    <rect x="24" y="1040" width="492" height="84" rx="42" fill="#2151f5"/>${lines.join('')}</svg>`
  const content = await sharp(Buffer.from(drawing)).png().toBuffer()
  return { name: 'screenshot.png', content: bytes(content), type: 'image/png' }
}

const WALLET_LINES = [
  { y: 320, size: 44, digits: 8, fill: '#111' },
  { y: 390, size: 20, digits: 14, fill: '#667' },
  { y: 480, size: 18, digits: 22, fill: '#223' },
  { y: 560, size: 18, digits: 22, fill: '#223' },
  { y: 640, size: 18, digits: 24, fill: '#223' },
  { y: 720, size: 18, digits: 12, fill: '#223' },
  { y: 800, size: 18, digits: 9, fill: '#223' },
] as const

/** Three of the seven strokes of a digit on a display, or more. */
function digit(next: () => number, x: number, y: number, size: number): string {
  const [wide, tall, thick] = [size * 0.6, size, size * 0.14]
  const strokes = [
    [0, 0, wide, thick],
    [0, tall / 2, wide, thick],
    [0, tall - thick, wide, thick],
    [0, 0, thick, tall / 2],
    [wide - thick, 0, thick, tall / 2],
    [0, tall / 2, thick, tall / 2],
    [wide - thick, tall / 2, thick, tall / 2],
  ] as const
  const drawn = strokes.filter(() => next() < 0.7)
  return (drawn.length < 3 ? strokes : drawn)
    .map(([left, top, w, h]) => `M${x + left} ${y + top}h${w}v${h}h${-w}z`)
    .join('')
}

type Pixels = ReturnType<typeof sharp>

/** Changes to an image that a user might send again. */
export const CHANGES = {
  'saved again': (picture) => picture.jpeg({ quality: 40 }),
  'made smaller': (picture) => picture.resize(300).webp({ quality: 60 }),
  brightened: (picture) => picture.modulate({ brightness: 1.1 }).jpeg(),
  'cropped by a hundredth': (picture) =>
    picture.extract({ left: 5, top: 12, width: 530, height: 1146 }).jpeg({ quality: 85 }),
} as const satisfies Record<string, (picture: Pixels) => Pixels>

export async function changed(part: FilePart, how: keyof typeof CHANGES): Promise<FilePart> {
  const content = await CHANGES[how](sharp(part.content)).toBuffer()
  return { name: 'again.jpg', content: bytes(content) }
}

/** Seeded random numbers from 0 to 1. */
function numbersFrom(seed: number): () => number {
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

function bytes(content: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(content)
}
