/** The page docs/checklist.md as rows, and what is wrong with it. */

interface Mention {
  readonly path: string
  /** What has to stand in that file. */
  readonly texts: readonly string[]
}

interface Row {
  readonly kind: string
  readonly section: string
  readonly what: string
  readonly madeBy: readonly Mention[]
  readonly shownBy: readonly Mention[]
  /** The row's own texts are what is specified: they are compared with the file that makes it. */
  readonly isShownHere: boolean
  readonly differs: readonly string[]
}

/** What the page is held against. */
export interface World {
  readonly read: (path: string) => string | undefined
  readonly decisions: string
  /** "GET /api/crypto/prices" */
  readonly calls: readonly string[]
  readonly screens: readonly string[]
  readonly messages: readonly string[]
}

const KINDS = ['screen', 'dialog', 'state', 'rule', 'constant', 'fields', 'call', 'message']
const PATH = /^[\w.-]+(\/[\w.-]+)+\.(ts|tsx|mjs|html)$/
const SECTION = /^(—|[UB]\d(, [UB]\d)*)$/

/** Each fault in a sentence; none where the page tells the truth. */
export function faultsOf(page: string, world: World): string[] {
  const rows = tableRows(page, 6).map(rowOf)
  return [
    ...rows.flatMap((row) => faultsOfRow(row, world)),
    ...tableRows(page, 2).flatMap((cells) => faultsOfDecision(cells, world)),
    ...undecided(rows, page),
    ...missing(rows, world),
  ]
}

/** The cells of every row of the tables with so many columns, their heads left out. */
function tableRows(page: string, columns: number): string[][] {
  return page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .map((line) =>
      line
        .replace(/^\| /, '')
        .replace(/ \|$/, '')
        .split(' | ')
        .map((cell) => cell.trim()),
    )
    .filter((cells) => cells.length === columns && !['Kind', 'Decision'].includes(cells[0] ?? ''))
}

function rowOf(cells: readonly string[]): Row {
  const [kind = '', section = '', what = '', madeBy = '', shownBy = '', differs = ''] = cells
  return {
    kind,
    section,
    what,
    madeBy: mentionsIn(madeBy),
    shownBy: mentionsIn(shownBy),
    isShownHere: shownBy === 'this page',
    differs: differs.match(/D\d+/g) ?? [],
  }
}

/** Code spans in their order: a path begins a mention, what follows are texts in that file. */
function mentionsIn(cell: string): Mention[] {
  const mentions: { path: string; texts: string[] }[] = []
  for (const [, span = ''] of cell.matchAll(/`([^`]+)`/g)) {
    // A text before any path is taken for a path, which does not exist.
    if (PATH.test(span) || mentions.length === 0) mentions.push({ path: span, texts: [] })
    else mentions.at(-1)?.texts.push(span)
  }
  return mentions
}

function faultsOfRow(row: Row, world: World): string[] {
  const faults = [
    ...emptyCells(row),
    ...row.shownBy.flatMap(faultsOfTest),
    ...[...row.madeBy, ...row.shownBy].flatMap((mention) => absences(mention, world)),
  ]
  return faults.map((fault) => `“${row.what}” ${fault}`)
}

function emptyCells({ kind, section, what, madeBy, shownBy, isShownHere, differs }: Row): string[] {
  const isBuilt = differs.length === 0
  const cells: readonly (readonly [isFault: boolean, fault: string])[] = [
    [!KINDS.includes(kind), 'has no kind'],
    [!SECTION.test(section), 'names no section'],
    [what === '', 'says nothing'],
    [isBuilt && madeBy.length === 0, 'is made by nothing'],
    [isBuilt && shownBy.length === 0 && !isShownHere, 'is shown by nothing'],
    [
      isShownHere && madeBy.every(({ texts }) => texts.length === 0),
      'has no text that this page could compare',
    ],
  ]
  return cells.filter(([isFault]) => isFault).map(([, fault]) => fault)
}

function faultsOfTest({ path, texts }: Mention): string[] {
  if (!path.startsWith('tests/')) return [`is shown by ${path}, which is no test`]
  return texts.length === 0 ? [`does not say what in ${path} shows it`] : []
}

function absences({ path, texts }: Mention, { read }: World): string[] {
  const source = read(path)
  if (source === undefined) return [`names ${path}, which does not exist`]
  return texts
    .filter((text) => !source.includes(text))
    .map((text) => `looks for “${text}” in ${path}`)
}

/** The last table repeats how each decision begins, so that renumbering them is noticed. */
function faultsOfDecision([name = '', words = '']: readonly string[], { decisions }: World) {
  const begins = `${name.slice(1)}. **${words}**`
  const text = decisions.replaceAll(/\s+/g, ' ')
  return text.includes(begins) ? [] : [`${name} is not “${words}”`]
}

function undecided(rows: readonly Row[], page: string): string[] {
  const explained = tableRows(page, 2).map(([name]) => name)
  const named = new Set(rows.flatMap(({ differs }) => differs))
  return [...named]
    .filter((name) => !explained.includes(name))
    .map((name) => `${name} is named and not explained`)
}

function missing(rows: readonly Row[], { calls, screens, messages }: World): string[] {
  const said = rows.map(({ what }) => what)
  const ofKind = (kind: string) => rows.filter((row) => row.kind === kind).map(({ what }) => what)
  const isIn = (texts: readonly string[], wanted: string) =>
    texts.some((text) => text.includes(wanted))
  return [
    ...calls
      .filter((call) => !isIn(ofKind('call'), `\`${call}\``))
      .map((call) => `no row: ${call}`),
    ...screens
      .filter((path) => !isIn(ofKind('screen'), `\`${path}\``))
      .map((path) => `no row: ${path}`),
    ...messages.filter((text) => !isIn(said, `“${text}”`)).map((text) => `no row: ${text}`),
  ]
}
