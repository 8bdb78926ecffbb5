import { operator } from '#shared/operator/company.ts'
import {
  literalOf,
  markedArgument,
  type Node,
  programOf,
  type SourceFile,
  visit,
} from './messages.ts'

/** Texts that users would see in English in every language. */
export function textsOutside(file: SourceFile): string[] {
  const isTechnicalPart = TECHNICAL_PART.test(file.path)
  return textsBelow(programOf(file))
    .filter((text) => !isTechnicalPart || BEGINS_A_SENTENCE.test(text))
    .map((text) => `${file.path}: ${text}`)
}

/**
 * In these folders, lower-case texts are keys, SQL, faults for the log, and files in a fixed
 * format.
 */
const TECHNICAL_PART = /^(server|shared\/proofs)\//
const BEGINS_A_SENTENCE = /^[“"\p{Lu}]/u

function textsBelow(root: Node): string[] {
  const found: string[] = []
  visit(root, (node) => {
    if (isTechnical(node)) return 'skip'
    if (node.type === 'Property' && !node.computed) {
      found.push(...textsBelow(node.value as Node))
      return 'skip'
    }
    const marked = markedArgument(node)
    if (!marked || literalOf(marked) === undefined) {
      found.push(...ownText(node))
      return undefined
    }
    const [, ...values] = node.arguments as readonly Node[]
    found.push(...values.flatMap(textsBelow))
    return 'skip'
  })
  return found
}

function ownText(node: Node): string[] {
  const { type, value, quasis } = node
  if (type === 'JSXText') {
    const text = String(value).trim()
    return isWord(text) && !TECHNICAL_TEXT.test(text) ? [text] : []
  }
  if (type === 'Literal') return typeof value === 'string' && isText(value) ? [value] : []
  if (type !== 'TemplateLiteral') return []
  const pieces = (quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
  return isText(pieces.join('1')) ? [pieces.join('…')] : []
}

const isWord = (text: string) => /\p{L}{2}/u.test(text)

/** A sentence, or a capitalised word: not a code, a symbol, a path, classes or a proper name. */
function isText(text: string): boolean {
  if (!isWord(text) || TECHNICAL_TEXT.test(text.trim()) || isProperName(text)) return false
  const words = text.trim().split(/\s+/)
  if (words.length === 1) return /^\p{Lu}\p{Ll}+[.!?…:]?$/u.test(text)
  const isClass = (word: string) => /[\w\]][-:/[]|^[@*[-]/.test(word)
  return words.filter(isClass).length * 3 < words.length || /^\p{Lu}/u.test(text)
}

/** Names of the platform, browsers, systems and networks are the same in every language. */
function isProperName(text: string): boolean {
  return text === operator.name || PROPER_NAME.test(text) || KEY_NAME.test(text)
}

const PROPER_NAME =
  /^(Android|Bitcoin|Chrome|Edge|Firefox|Linux|Mac|Opera|Safari|Samsung Internet|Windows)$/

/** Keys, as named on keyboards and in events. */
const KEY_NAME = /^(Ctrl )?(Enter|Esc|Escape|Arrow\w*|[A-Z])$/

/**
 * Refusal codes, whose texts are in the catalogue; commands, paths, addresses, HTML, SQL, fonts,
 * colours, transforms, and an amount with its unit.
 */
const TECHNICAL_TEXT =
  /^[45]\d\d .* \| |^[#/.<]|^https?:|^npm run |^(select|insert|update|delete|with) |sans-serif$|^(rgb|rotate|translate)\(|^\(\w+-\w|^[\d ]*[A-Z]{2,5}$/

/** Nodes whose strings are not shown to users. */
function isTechnical(node: Node): boolean {
  const { type, callee, key, name } = node
  if (/^(TS\w*(Type|Signature|Declaration)|Import|Export(All|Named)Declaration$)/.test(type)) {
    return type !== 'ExportNamedDeclaration' || !node.declaration
  }
  if (type === 'NewExpression')
    return /(Error|RegExp|MalformedNote)$/.test((callee as Node).name as string)
  if (type === 'Property') return TECHNICAL_PROPERTIES.test(String((key as Node).name))
  if (type === 'JSXAttribute') return TECHNICAL_ATTRIBUTES.test((name as Node).name as string)
  if (type === 'BinaryExpression') return /^[!=]==$/.test(node.operator as string)
  if (type === 'CallExpression') {
    return TECHNICAL_CALLS.test(String((callee as Node).name ?? propertyOf(callee as Node)))
  }
  return false
}

/** What operators read beside the figures at /metrics, and contributors in the code. */
const TECHNICAL_PROPERTIES = /^(help|notExported)$/
const TECHNICAL_ATTRIBUTES = /^(className|id|name|type|role|href|to|key|d|viewBox|autoComplete)$/
/** Classes, selectors, SQL, keys, and what operators read in logs. */
const TECHNICAL_CALLS =
  /^(classNames|closest|endsWith|includes|query|execute|defineTask|literal|addJob|systemCause|error|warn|info|debug)$/

function propertyOf({ property }: Node): unknown {
  return (property as Node | undefined)?.name
}
