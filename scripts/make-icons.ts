import { readFile } from 'node:fs/promises'
import sharp from 'sharp'

/** Draws the PNG icons of the installed app from the SVG: `node scripts/make-icons.ts`. */

const FOLDER = new URL('../pwa/public/icons/', import.meta.url)
const BACKGROUND = '#12161c'

/** A maskable icon may be cut to a circle of 80 % of its width. */
const MASKABLE_MARK = 0.72

const svg = await readFile(new URL('icon.svg', FOLDER))

for (const size of [192, 512]) {
  await save(`icon-${size}.png`, await mark(size))
  await save(`maskable-${size}.png`, await onBackground(size))
}
await save('apple-touch-icon.png', await onBackground(180))
// Android draws the badge of a notification only from the alpha channel.
await save('badge-96.png', await silhouette(96))

function mark(size: number) {
  return sharp(svg, { density: 384 }).resize(size, size).png({ compressionLevel: 9 }).toBuffer()
}

async function onBackground(size: number) {
  const inner = Math.round(size * MASKABLE_MARK)
  return sharp({ create: { width: size, height: size, channels: 3, background: BACKGROUND } })
    .composite([{ input: await mark(inner) }])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

function silhouette(size: number) {
  const bare = svg
    .toString()
    .replace(/<rect width="512".*?\/>/, '')
    .replaceAll('#f0b90b', '#fff')
  return sharp(Buffer.from(bare), { density: 384 }).resize(size, size).png().toBuffer()
}

async function save(name: string, png: Buffer) {
  await sharp(png).toFile(new URL(name, FOLDER).pathname)
}
