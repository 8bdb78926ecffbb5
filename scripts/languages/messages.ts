import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { titleOfType } from '#server/events/event-title.ts'
import { refusalMessages } from '#shared/errors.ts'
import { isRead } from './read-files.ts'

/** The messages of the catalogue, read from the code that uses them. */

const ROOT = join(import.meta.dirname, '..', '..')

/** The functions of `shared/text/t.ts` and `pwa/ui/rich.tsx` that take a message. */
const MARKS = ['t', 'msg', 'textOf', 'rich']

/** The function that declares event types, whose titles are derived from their names. */
const DECLARES_EVENTS = 'defineEvents'

const HAS_MESSAGES = new RegExp(`\\b(${[...MARKS, DECLARES_EVENTS].join('|')})\\(`)

export interface SourceFile {
  readonly path: string
  readonly code: string
}

export interface Node {
  readonly type: string
  readonly start: number
  readonly [field: string]: unknown
}

/** The code that can contain texts for users. */
export function sourceFiles(): SourceFile[] {
  return globSync('{pwa,server,shared}/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((path) => !path.startsWith('pwa/gallery/') && !path.startsWith('server/migrations/'))
    .sort()
    .map((path) => ({ path, code: readFileSync(join(ROOT, path), 'utf8') }))
}

/** Each message once, in alphabetical order. */
export function allMessages(files: readonly SourceFile[] = sourceFiles()): string[] {
  const marked = files.flatMap(messagesIn)
  return [...new Set([...marked, ...refusalMessages()])].sort()
}

/** The files that must contain no text outside the catalogue. */
export function readFiles(files: readonly SourceFile[] = sourceFiles()): SourceFile[] {
  return files.filter(({ path }) => isRead(path))
}

/** Throws for a message that is concatenated, because its parts would be translated separately. */
export function messagesIn(file: SourceFile): string[] {
  // Most files contain no message, and searching for a name is faster than parsing.
  if (!HAS_MESSAGES.test(file.code)) return []
  const messages: string[] = []
  visit(programOf(file), (node) => {
    messages.push(...eventTitlesIn(node))
    const marked = markedArgument(node)
    const message = marked && literalOf(marked)
    if (message !== undefined) messages.push(message)
    else if (marked && isComposed(marked)) {
      throw new Error(`${file.path}: a message is one literal: ${sourceOf(file, marked)}`)
    }
    return undefined
  })
  return messages
}

function eventTitlesIn({ type, callee, arguments: given }: Node): string[] {
  if (type !== 'CallExpression' || (callee as Node).name !== DECLARES_EVENTS) return []
  const [events] = given as readonly Node[]
  const properties = (events?.properties ?? []) as readonly { readonly key: { name: string } }[]
  return properties.map(({ key }) => titleOfType(key.name))
}

/** The first argument of a call that takes a message. */
export function markedArgument({ type, callee, arguments: given }: Node): Node | undefined {
  if (type !== 'CallExpression') return undefined
  const { type: kind, name } = callee as Node
  return kind === 'Identifier' && MARKS.includes(name as string)
    ? (given as readonly Node[])[0]
    : undefined
}

export function literalOf({ type, value, quasis }: Node): string | undefined {
  if (type === 'Literal' && typeof value === 'string') return value
  const [only, second] = (type === 'TemplateLiteral' ? quasis : []) as {
    value: { cooked: string }
  }[]
  return only && !second ? only.value.cooked : undefined
}

function isComposed({ type }: Node): boolean {
  return type === 'TemplateLiteral' || type === 'BinaryExpression'
}

export function programOf({ path, code }: SourceFile): Node {
  const { program, errors } = parseSync(path, code)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed`)
  return program as unknown as Node
}

/** Calls `see` for a node and all below it; nodes for which `see` returns "skip" are not entered. */
export function visit(node: Node, see: (node: Node) => 'skip' | undefined): void {
  if (see(node) === 'skip') return
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === 'string') visit(child, see)
    }
  }
}

function sourceOf({ code }: SourceFile, { start }: Node): string {
  return code.slice(start, start + 60)
}
