import type { SourceFile } from './messages.ts'

/**
 * Code that does not adapt when a screen is written from right to left: classes that name a side,
 * and arrows that are not mirrored.
 */
export function oneSided({ path, code }: SourceFile): string[] {
  const written = code.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
  const classes = (written.match(SIDED_CLASS) ?? []).filter((name) => !isReasonable(path, name))
  const arrows = (written.match(ARROW) ?? []).filter((element) => !element.includes(MIRRORED))
  return [...classes, ...arrows].map((found) => `${path}: ${found}`)
}

const TOKEN = String.raw`(?<=[\s"'\x60:])-?`
const SIDED_CLASS = new RegExp(
  [
    `${TOKEN}(?:(?:scroll-)?[mp][lr]|(?:inset-)?(?:left|right))-[\\w[(/.]+\\]?`,
    `${TOKEN}(?:border-[lr]|rounded-(?:[lr]|[tb][lr]))(?=[-\\s"'\\x60])`,
    `${TOKEN}(?:text|float|clear|object|bg|origin(?:-top|-bottom)?)-(?:left|right)(?=[\\s"'\\x60])`,
  ].join('|'),
  'g',
)

const ARROW = /<(?:Chevron|Arrow)(?:Left|Right)\b[^>]*>/g
const MIRRORED = 'rtl:-scale-x-100'

interface Exception {
  readonly path: string
  readonly name: string
  readonly reason: string
}

const EXCEPTIONS: readonly Exception[] = [
  {
    path: 'pwa/features/prices/order-book.tsx',
    name: 'origin-right',
    reason: 'the bar grows from the end of its row; rtl:origin-left follows',
  },
  {
    path: 'pwa/features/prices/order-book.tsx',
    name: 'origin-left',
    reason: 'see origin-right',
  },
]

function isReasonable(path: string, name: string): boolean {
  return EXCEPTIONS.some((each) => each.path === path && each.name === name)
}
