/** A stream in a PDF, with the data in its dictionary. */
export interface PdfStream {
  /** The offset of its content. */
  readonly start: number
  /** Whether it may contain objects, to which the cross-reference table can point. */
  readonly holdsObjects: boolean
  readonly coding: 'none' | 'deflate' | 'other'
}

/** Everything that looks like the start of an object, even inside comments and text. */
const OBJECT_START = /(?<!end)obj/g
const STREAM_START = /stream(?:\r\n|\n|\r)/y
/**
 * The total number of characters that may be read if dictionaries overlap; a valid file has each
 * once.
 */
const CHARACTERS_MAX = 4_000_000

/** The streams in a PDF; undefined if it would take too long to find them. */
export function pdfStreams(text: string): PdfStream[] | undefined {
  const streams: PdfStream[] = []
  let read = 0
  for (const { index } of text.matchAll(OBJECT_START)) {
    const from = index + 'obj'.length
    const dictionary = readDictionary(text, from)
    read += dictionary.end - from
    if (read > CHARACTERS_MAX) return undefined
    STREAM_START.lastIndex = skipBlanks(text, dictionary.end)
    if (!STREAM_START.test(text)) continue
    streams.push({
      start: STREAM_START.lastIndex,
      holdsObjects: /\/ObjStm\b|\/First\b/.test(dictionary.text),
      coding: codingOf(dictionary.text),
    })
  }
  return streams
}

/** Names with their escapes resolved: /J#61va is /Java. */
export function withPlainNames(text: string): string {
  if (!text.includes('#')) return text
  return text.replace(/\/[^\s\0/<>[\](){}%]*#[^\s\0/<>[\](){}%]*/g, (name) =>
    name.replace(/#([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
  )
}

/** A predictor transforms the bytes again, so the objects could not be read. */
function codingOf(dictionary: string): PdfStream['coding'] {
  if (/\/(?:DecodeParms|DP)\b/.test(dictionary)) return 'other'
  if (!/\/(?:Filter|F)\b/.test(dictionary)) return 'none'
  return /\/Filter[\s\0]*(?:\/FlateDecode\b|\[[\s\0]*\/FlateDecode[\s\0]*\])/.test(dictionary) &&
    !/\/F\b/.test(dictionary)
    ? 'deflate'
    : 'other'
}

const TOKEN = /<<|>>|<[^<>]*>|[^\s\0()<>%]+|[\s\S]/y

/** The dictionary at a position in the text, without comments and strings. */
function readDictionary(text: string, from: number): { text: string; end: number } {
  let at = skipBlanks(text, from)
  if (!text.startsWith('<<', at)) return { text: '', end: at }
  let depth = 0
  const tokens: string[] = []
  while (at < text.length) {
    TOKEN.lastIndex = at
    const [token = ''] = TOKEN.exec(text) ?? []
    at = skipBlanks(text, token === '(' ? endOfString(text, at + 1) : TOKEN.lastIndex)
    if (token === '<<') depth += 1
    else if (token === '>>') depth -= 1
    else if (!token.startsWith('<')) tokens.push(token)
    if (depth === 0) break
  }
  return { text: withPlainNames(tokens.join(' ')), end: at }
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (at < text.length) {
    if (text[at] === '%') at = endOfLine(text, at)
    else if (!BLANKS.has(text[at] ?? '')) break
    at += 1
  }
  return at
}

const BLANKS = new Set(['\0', '\t', '\n', '\f', '\r', ' '])

function endOfLine(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1
  return at
}

function endOfString(text: string, from: number): number {
  let depth = 1
  for (let at = from; at < text.length; at += 1) {
    const character = text[at]
    if (character === '\\') at += 1
    else if (character === '(') depth += 1
    else if (character === ')') depth -= 1
    if (depth === 0) return at + 1
  }
  return text.length
}
