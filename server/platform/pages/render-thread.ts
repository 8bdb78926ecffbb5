import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { createCanvas } from '@napi-rs/canvas'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Said } from './outcome.ts'
import type { ThreadMessage, ThreadOrder } from './render-process.ts'

/** The box that a page is drawn into, in pixels: A4 at about 190 dots per inch. */
const WIDTH = 1_600
const HEIGHT = 2_264
/** A very small page is not enlarged any further. */
const SCALE_MAX = 4
const WEBP_QUALITY = 85

const PACKAGE = new URL('../../', import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs'))
const folder = (name: string) => fileURLToPath(new URL(`${name}/`, PACKAGE))

const { pdf, page } = workerData as ThreadOrder
const send = (message: ThreadMessage) => parentPort?.postMessage(message)

send('ready')
try {
  send(await draw())
} catch (error) {
  send({ outcome: { refused: refusalOf(error) } })
}

async function draw(): Promise<Exclude<ThreadMessage, 'ready'>> {
  const document = await getDocument({
    // A copy, because the library takes ownership of the buffer.
    data: new Uint8Array(pdf),
    // Fonts, character maps and decoders are those of the library; none is downloaded or read from
    // the system, and glyphs are drawn as paths.
    standardFontDataUrl: folder('standard_fonts'),
    cMapUrl: folder('cmaps'),
    wasmUrl: folder('wasm'),
    iccUrl: folder('iccs'),
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    verbosity: 0,
  }).promise
  const { numPages: pages } = document
  if (page > pages) return { outcome: { refused: 'item.unknown' } }
  const shown = await document.getPage(page)
  const natural = shown.getViewport({ scale: 1 })
  const scale = Math.min(WIDTH / natural.width, HEIGHT / natural.height, SCALE_MAX)
  const viewport = shown.getViewport({ scale })
  const width = Math.max(1, Math.round(viewport.width))
  const height = Math.max(1, Math.round(viewport.height))
  const canvas = createCanvas(width, height)
  await shown.render({ canvas: canvas as never, viewport }).promise
  return { outcome: { pages, width, height }, image: await canvas.encode('webp', WEBP_QUALITY) }
}

function refusalOf(error: unknown): Extract<Said, { refused: unknown }>['refused'] {
  const isProtected = error instanceof Error && error.name === 'PasswordException'
  return isProtected ? 'document.protected' : 'document.broken'
}
