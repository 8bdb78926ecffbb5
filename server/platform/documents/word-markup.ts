import type { Finding } from '#server/platform/documents/finding.ts'
import { FIELD, hasActiveField, hasComposedField } from '#server/platform/documents/word-fields.ts'

/** Whether a part is XML, under any name. */
export function isMarkup(part: Buffer): boolean {
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*</.test(part.toString('latin1', 0, 64))
}

const BODY_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const ACTIVE_TYPES = /macroenabled|vba|activex|oleobject|control|template\.main|package$/i

/** Whether the list of content types names a document without macros, controls and objects. */
export function isPlainPackage(types: Buffer): boolean {
  const xml = plainXml(types)
  if (xml === undefined) return false
  const named = elementsOf(xml).map(({ attributes }) => attributes.get('contenttype') ?? '')
  return named.includes(BODY_TYPE) && !named.some((type) => ACTIVE_TYPES.test(type))
}

/** Inspects one XML part: relations to other files, elements that run, codes of fields. */
export function inspectMarkup(name: string, part: Buffer): Finding {
  const xml = plainXml(part)
  if (xml === undefined) return 'active'
  const elements = elementsOf(xml)
  const isActive = name.endsWith('.rels') ? elements.some(isActiveRelation) : runs(elements)
  return isActive ? 'active' : 'plain'
}

function runs(elements: readonly Element[]): boolean {
  if (elements.some(({ name }) => ACTIVE_ELEMENTS.has(name))) return true
  const fields = elements.map(fieldText).join('')
  return hasActiveField(fields) || hasComposedField(fields)
}

const ACTIVE_ELEMENTS = new Set(['oleobject', 'control', 'altchunk', 'subdoc', 'attachedtemplate'])

const ACTIVE_RELATIONS =
  /\/(?:vbaproject|wordvbadata|oleobject|control|activexcontrolbinary|package|afchunk|attachedtemplate|attachedtoolbars|keymapcustomizations|frame|subdocument|mailmerge\w*|recipientdata)$/i
/** A link that the reader clicks is not active; everything else outside loads when Word opens. */
const CLICKED = /\/hyperlink$/i
const CLICKED_TARGET = /^(?:https?:|mailto:|tel:|#)/i

function isActiveRelation({ attributes }: Element): boolean {
  const type = attributes.get('type') ?? ''
  if (ACTIVE_RELATIONS.test(type)) return true
  if (attributes.get('targetmode')?.toLowerCase() !== 'external') return false
  return !CLICKED.test(type) || !CLICKED_TARGET.test(attributes.get('target')?.trim() ?? '')
}

/**
 * The text of a part without comments. Undefined where it could be read in two ways: another
 * encoding, a document type that defines entities, raw sections. Word writes none of them.
 */
function plainXml(part: Buffer): string | undefined {
  const text = part.toString('utf8')
  if (text.includes('\0') || text.includes('\ufffd') || /<!(?!--)/.test(text)) return undefined
  if (/<\?xml[^>]*encoding\s*=\s*["'](?!utf-8|us-ascii)/i.test(text)) return undefined
  return text.replace(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>/g, '')
}

interface Element {
  /** In lower case, without its namespace. */
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  /** The text after the tag, up to the next one. */
  readonly text: string
}

const TAG = /<([\w.:-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/?>([^<]*)/g
const ATTRIBUTE = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

function elementsOf(xml: string): Element[] {
  return [...xml.matchAll(TAG)].map(([, name = '', attributes = '', text = '']) => ({
    name: localName(name),
    attributes: new Map(
      [...attributes.matchAll(ATTRIBUTE)].map(([, key = '', quoted, other = '']) => [
        localName(key),
        decoded(quoted ?? other),
      ]),
    ),
    text: decoded(text),
  }))
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

/** What an element adds to the codes of fields; Word spreads one code over several runs. */
function fieldText({ name, attributes, text }: Element): string {
  if (name === 'instrtext') return text
  if (name === 'fldsimple') return `${FIELD.begin}${attributes.get('instr') ?? ''}${FIELD.end}`
  const isMark = name === 'fldchar'
  return isMark ? (MARKS[attributes.get('fldchartype') ?? ''] ?? '') : ''
}

const MARKS: Readonly<Record<string, string>> = {
  begin: FIELD.begin,
  separate: FIELD.separator,
  end: FIELD.end,
}
