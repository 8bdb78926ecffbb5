import { deflateSync } from 'node:zlib'

/** A PDF of one page or more, built byte by byte from the given parts. */
export interface PdfParts {
  /** The drawing commands of each page. */
  readonly pages?: readonly (string | Buffer)[]
  readonly mediaBox?: string
  /** Resources of every page, as written in the file. */
  readonly resources?: string
  /** Objects from number 10 on. */
  readonly objects?: readonly (string | Buffer)[]
  readonly trailer?: string
}

const FIRST_OBJECT = 10
const FIRST_PAGE = 100

export function pdfOf(parts: PdfParts): Buffer {
  const { pages = [''], mediaBox = '[0 0 612 792]', resources = '' } = parts
  const numbers = pages.map((_, index) => FIRST_PAGE + 2 * index)
  const kids = numbers.map((number) => `${number} 0 R`).join(' ')
  const objects: [number, string | Buffer][] = [
    [1, '<</Type/Catalog/Pages 2 0 R>>'],
    [2, `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`],
    ...(parts.objects ?? []).map((each, index): [number, string | Buffer] => [
      FIRST_OBJECT + index,
      each,
    ]),
    ...pages.flatMap((content, index): [number, string | Buffer][] => {
      const number = FIRST_PAGE + 2 * index
      const page = `<</Type/Page/Parent 2 0 R/MediaBox${mediaBox}/Contents ${number + 1} 0 R/Resources<<${resources}>>>>`
      return [
        [number, page],
        [number + 1, typeof content === 'string' ? stream('', content) : content],
      ]
    }),
  ]
  const chunks = [Buffer.from('%PDF-1.4\n')]
  for (const [number, object] of objects) {
    chunks.push(Buffer.from(`${number} 0 obj`), Buffer.from(object), Buffer.from('\nendobj\n'))
  }
  chunks.push(Buffer.from(`trailer<</Root 1 0 R${parts.trailer ?? ''}>>\nstartxref\n0\n%%EOF\n`))
  return Buffer.concat(chunks)
}

/** An object with bytes. */
export function stream(dictionary: string, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content)
  const head = Buffer.from(`<<${dictionary}/Length ${bytes.length}>>stream\n`)
  return Buffer.concat([head, bytes, Buffer.from('\nendstream')])
}

/** An object with compressed bytes. */
export function packedStream(dictionary: string, content: Buffer): Buffer {
  return stream(`${dictionary}/Filter/FlateDecode`, deflateSync(content))
}
