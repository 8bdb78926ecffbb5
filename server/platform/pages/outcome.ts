import * as z from 'zod/mini'

/** The output of a rendering process: one line of JSON, then the bytes of the image. */
const said = z.union([
  z.object({
    /** The number of pages in the document. */
    pages: z.int(),
    /** In pixels. */
    width: z.int(),
    height: z.int(),
  }),
  z.object({
    refused: z.enum([
      'document.protected',
      'document.broken',
      'document.too_complex',
      'item.unknown',
    ]),
  }),
])

/** The exit code of a process whose libraries cannot be loaded. */
export const CANNOT_START = 70

export type Said = z.infer<typeof said>
type Drawn = Exclude<Said, { refused: unknown }>
export type Outcome = Exclude<Said, Drawn> | (Drawn & { /** WebP. */ readonly image: Buffer })

export function writeOutcome(outcome: Said, image: Uint8Array = new Uint8Array()): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(outcome)}\n`), image])
}

export function readOutcome(output: Buffer): Outcome {
  const end = output.indexOf('\n')
  const outcome = said.parse(JSON.parse(output.toString('utf8', 0, end)))
  return 'refused' in outcome ? outcome : { ...outcome, image: output.subarray(end + 1) }
}
