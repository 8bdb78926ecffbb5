import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** Parses the pages of docs/checklist and finds their faults. */

interface Mention {
  readonly path: string
  /** The test's title; omitted for a file of messages, which must hold the row's message. */
  readonly title?: string
}

interface Row {
  readonly page: string
  readonly kind: string
  readonly what: string
  readonly shownBy: readonly Mention[]
  readonly decisions: readonly string[]
}

/** The facts to check the pages against. */
export interface World {
  /** Titles of the tests of a file; undefined if the file does not exist. */
  readonly titles: (path: string) => readonly string[] | undefined
  /** Messages by the file that lists them. */
  readonly messages: Readonly<Record<string, readonly string[]>>
  /** Numbers of the decisions. */
  readonly decisions: readonly string[]
  /** "GET /api/crypto/prices" */
  readonly routes: readonly string[]
  readonly screens: readonly string[]
}

const KINDS = ['screen', 'dialog', 'route', 'rule', 'message', 'not built']
const HEAD = '| Kind | What | Shown by | Decision |'

/** One sentence per fault. */
export function faultsOf(pages: Readonly<Record<string, string>>, world: World): string[] {
  const rows = Object.entries(pages).flatMap(([name, text]) => rowsOf(name, text))
  return [
    ...Object.keys(pages)
      .filter((name) => !rows.some(({ page }) => page === name))
      .map((name) => `${name} has no row`),
    ...rows.flatMap((row) => faultsOfRow(row, world).map((fault) => `${row.page}: ${fault}`)),
    ...missing(rows, world),
  ]
}

function rowsOf(page: string, text: string): Row[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && line !== HEAD)
    .map((line) =>
      line
        .replace(/^\||\|$/g, '')
        .split('|')
        .map((cell) => cell.trim()),
    )
    .map(([kind = '', what = '', shownBy = '', decision = '']) => ({
      page,
      kind,
      what,
      shownBy: [...shownBy.matchAll(/`([^`]+)`(?: “(.+?)”(?=; |$))?/g)].map(
        ([, path = '', title]) => (title === undefined ? { path } : { path, title }),
      ),
      decisions: decision.match(/\d+/g) ?? [],
    }))
}

function faultsOfRow(row: Row, world: World): string[] {
  const { kind, what, shownBy, decisions } = row
  const isBuilt = kind !== 'not built'
  const own: readonly (readonly [isFault: boolean, fault: string])[] = [
    [!KINDS.includes(kind), 'has no kind'],
    [what === '', 'says nothing'],
    [isBuilt && shownBy.length === 0, 'is shown by no test'],
    [!isBuilt && decisions.length === 0, 'is not built, without a decision'],
  ]
  return [
    ...own.filter(([isFault]) => isFault).map(([, fault]) => fault),
    ...shownBy.flatMap((mention) => faultOfMention(row, mention, world)),
    ...decisions
      .filter((number) => !world.decisions.includes(number))
      .map((number) => `names decision ${number}, which does not exist`),
  ].map((fault) => `“${what}” ${fault}`)
}

function faultOfMention({ what }: Row, { path, title }: Mention, world: World): string[] {
  const said = world.messages[path]
  if (title === undefined && said) {
    return said.some((text) => what.includes(`“${text}”`)) ? [] : [`is no message of ${path}`]
  }
  const titles = world.titles(path)
  if (!titles) return [`names ${path}, which does not exist`]
  if (title === undefined) return [`names no test of ${path}`]
  return titles.includes(title) ? [] : [`looks for the test “${title}” in ${path}`]
}

function missing(rows: readonly Row[], { routes, screens, messages }: World): string[] {
  const isSaid = (kinds: readonly string[], text: string) =>
    rows.some(({ kind, what }) => kinds.includes(kind) && what.includes(text))
  const wanted = [
    ...routes.map((route) => [['route'], `\`${route}\``] as const),
    ...screens.map((path) => [['screen'], `\`${path}\``] as const),
    ...Object.values(messages)
      .flat()
      .map((text) => [['message', 'rule'], `“${text}”`] as const),
  ]
  return wanted.filter(([kinds, text]) => !isSaid(kinds, text)).map(([, text]) => `no row: ${text}`)
}

/** The titles of a file's tests and groups as written, with the placeholders of tables. */
export function titlesIn(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && TESTS.has(rootOf(node.expression))) {
      const [title] = node.arguments
      if (title && ts.isStringLiteralLike(title)) found.push(title.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const TESTS: ReadonlySet<string> = new Set(['test', 'it', 'describe'])

/** "test" of test.each(table), of test.step and of test itself. */
function rootOf(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text
  if (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression)) {
    return rootOf(expression.expression)
  }
  return ''
}
