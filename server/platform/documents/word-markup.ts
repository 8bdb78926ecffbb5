import type { Finding } from '#server/platform/documents/finding.ts'
import { FIELD, hasActiveField, hasComposedField } from '#server/platform/documents/word-fields.ts'

/** Whether a part is XML, regardless of its name. */
export function isMarkup(part: Buffer): boolean {
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*</.test(part.toString('latin1', 0, 64))
}

const BODY_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const ACTIVE_TYPES = /macroenabled|vba|activex|oleobject|control|template\.main|package$/i

const [TAG_MARK, ATTRIBUTE_MARK] = Buffer.from('<=')

/** How many elements, ends of elements, comments and attributes a part can have. */
export function countMarks(part: Buffer): number {
  let marks = 0
  for (const byte of part) {
    if (byte === TAG_MARK || byte === ATTRIBUTE_MARK) marks += 1
  }
  return marks
}

/** Whether the content types describe a document without macros, controls and objects. */
export function isPlainPackage(types: Buffer): boolean {
  const xml = plainXml(types)
  if (xml === undefined) return false
  let hasBody = false
  for (const element of elementsOf(xml)) {
    const type = attributesOf(element).get('contenttype') ?? ''
    if (ACTIVE_TYPES.test(type)) return false
    if (type === BODY_TYPE) hasBody = true
  }
  return hasBody
}

/** Inspects one XML part: relations to other files, active elements, field codes. */
export function inspectMarkup(name: string, part: Buffer): Finding {
  const xml = plainXml(part)
  if (xml === undefined) return 'active'
  const isActive = name.endsWith('.rels') ? hasActiveRelation(xml) : runs(xml)
  return isActive ? 'active' : 'plain'
}

function hasActiveRelation(xml: string): boolean {
  for (const element of elementsOf(xml)) if (isActiveRelation(element)) return true
  return false
}

/** More than the field codes of any real document. */
const FIELD_CHARACTERS_MAX = 1_000_000

function runs(xml: string): boolean {
  let fields = ''
  for (const element of elementsOf(xml)) {
    if (ACTIVE_ELEMENTS.has(element.name)) return true
    fields += fieldText(element)
    if (fields.length > FIELD_CHARACTERS_MAX) return true
  }
  return hasActiveField(fields) || hasComposedField(fields)
}

const ACTIVE_ELEMENTS = new Set(['oleobject', 'control', 'altchunk', 'subdoc', 'attachedtemplate'])

const ACTIVE_RELATIONS =
  /\/(?:vbaproject|wordvbadata|oleobject|control|activexcontrolbinary|package|afchunk|attachedtemplate|attachedtoolbars|keymapcustomizations|frame|subdocument|mailmerge\w*|recipientdata)$/i
/** A hyperlink is not active; every other external target is loaded when Word opens the file. */
const CLICKED = /\/hyperlink$/i
const CLICKED_TARGET = /^(?:https?:|mailto:|tel:|#)/i

function isActiveRelation(element: Element): boolean {
  const attributes = attributesOf(element)
  const type = attributes.get('type') ?? ''
  if (ACTIVE_RELATIONS.test(type)) return true
  if (attributes.get('targetmode')?.toLowerCase() !== 'external') return false
  return !CLICKED.test(type) || !CLICKED_TARGET.test(attributes.get('target')?.trim() ?? '')
}

/**
 * The text of a part without comments. Undefined if it could be parsed in more than one way:
 * another encoding, a document type that defines entities, CDATA sections, an unterminated comment.
 * Word writes none of these.
 */
function plainXml(part: Buffer): string | undefined {
  const text = part.toString('utf8')
  if (text.includes('\0') || text.includes('\ufffd') || /<!(?!--)/.test(text)) return undefined
  // An encoding is declared only at the start.
  const declaration = /^\ufeff?\s*<\?xml[^>]*/.exec(text)?.[0] ?? ''
  if (/encoding\s*=\s*["'](?!utf-8|us-ascii)/i.test(declaration)) return undefined
  return withoutComments(text)
}

/** A single pass, however many comments there are; undefined if one is not closed. */
function withoutComments(text: string): string | undefined {
  let plain = ''
  let from = 0
  for (const { 0: mark, index } of text.matchAll(/<!--|<\?/g)) {
    if (index < from) continue
    const close = mark === '<?' ? '?>' : '-->'
    const end = text.indexOf(close, index + mark.length)
    if (end === -1) return undefined
    plain += text.slice(from, index)
    from = end + close.length
  }
  return plain + text.slice(from)
}

interface Element {
  /** In lower case, without its namespace. */
  readonly name: string
  /** As written, from the name to the end of the tag. */
  readonly written: string
  /** As written, after the tag, up to the next one. */
  readonly text: string
}

const BEGIN = /<([\w.:-]+)/g
const ATTRIBUTE = /\s+([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y
const END = /\s*\/?>/y

/**
 * Iterates over the elements, because a small file can contain millions. Tags are parsed in steps,
 * because a single expression would backtrack over the attributes.
 */
function* elementsOf(xml: string): Generator<Element> {
  const begin = new RegExp(BEGIN)
  for (let found = begin.exec(xml); found; found = begin.exec(xml)) {
    const from = begin.lastIndex
    const to = endOfAttributes(xml, from)
    END.lastIndex = to
    // Anything that is not a tag is text, which may contain one.
    if (!END.test(xml)) continue
    const after = END.lastIndex
    const next = xml.indexOf('<', after)
    yield {
      name: localName(found[1] ?? ''),
      written: xml.slice(from, to),
      text: xml.slice(after, next === -1 ? undefined : next),
    }
    begin.lastIndex = after
  }
}

function endOfAttributes(xml: string, from: number): number {
  let end = from
  ATTRIBUTE.lastIndex = from
  while (ATTRIBUTE.test(xml)) end = ATTRIBUTE.lastIndex
  return end
}

function attributesOf({ written }: Element): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>()
  const each = new RegExp(ATTRIBUTE)
  for (let found = each.exec(written); found; found = each.exec(written)) {
    const [, key = '', quoted, other = ''] = found
    attributes.set(localName(key), decoded(quoted ?? other))
  }
  return attributes
}

function localName(name: string): string {
  return (name.split(':').at(-1) ?? '').toLowerCase()
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  quot: '"',
}

function decoded(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return ENTITIES[name] ?? whole
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

/** The part of a field code in an element; Word splits one code over several runs. */
function fieldText(element: Element): string {
  const { name, text } = element
  if (name === 'instrtext') return decoded(text)
  const attribute = (key: string) => attributesOf(element).get(key) ?? ''
  if (name === 'fldsimple') return `${FIELD.begin}${attribute('instr')}${FIELD.end}`
  return name === 'fldchar' ? (MARKS[attribute('fldchartype')] ?? '') : ''
}

const MARKS: Readonly<Record<string, string>> = {
  begin: FIELD.begin,
  separate: FIELD.separator,
  end: FIELD.end,
}
