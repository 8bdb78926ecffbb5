import sharp from 'sharp'
import type { FilePart } from './client.ts'
import { bytes, numbersFrom } from './pictures.ts'

/**
 * A screenshot of one wallet app: the same blocks for all users, and individual lines of digits.
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
