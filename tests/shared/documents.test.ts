import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const DOCUMENTS = globSync(['*.md', '{docs,server,pwa,shared,scripts,tests,.github}/**/*.md'], {
  cwd: ROOT,
})

const LINK = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g
const IN_BACKTICKS = /`([\w./@-]+)`/g
const TOP_FOLDER = /^(?:server|pwa|shared|scripts|tests|docs|\.github)\//
const FILE_NAME = /^[\w.-]*[\w-]\.(?:ts|tsx|mjs|cjs|md|yml|yaml|csv)$/

describe('every link and path in a document exists', () => {
  test.each(DOCUMENTS)('%s', (document) => {
    expect(brokenLinks(document, readFileSync(join(ROOT, document), 'utf8'))).toEqual([])
  })

  test('a broken link, heading, path or file name is found', () => {
    const text = '[a](no.md) [b](README.md#no) `server/no.ts` `no-such-file.ts` `server/main.ts`'
    expect(brokenLinks('README.md', text)).toEqual([
      'no.md',
      'README.md#no',
      'server/no.ts',
      'no-such-file.ts',
    ])
  })
})

const HEAD = /^# (\d+)\. ([^\n]+)\n\nDate: (\d{4}-\d\d-\d\d) {2}\nStatus: (.+?)\n\n/s
const INDEX_ROW = /^\| (\d+) \| \[(.+)\]\((\S+)\) \| (\S+) \| (.+) \|$/gm

test('each decision has a head, and one row with the same text in the index', () => {
  const folder = join(ROOT, 'docs/decisions')
  const files = globSync('[0-9]*.md', { cwd: folder })
  const heads = files.map((file) => {
    const [, number, title, date, status] =
      HEAD.exec(readFileSync(join(folder, file), 'utf8')) ?? []
    expect(file.slice(0, 4), file).toBe(number?.padStart(4, '0'))
    return [file, number, title, date, status && withoutLinks(status)]
  })
  const index = readFileSync(join(folder, 'README.md'), 'utf8')
  const rows = [...index.matchAll(INDEX_ROW)].map(([, number, title, file, date, status]) => [
    file,
    number,
    title,
    date,
    status,
  ])
  expect(rows.toSorted()).toEqual(heads.toSorted())
})

function withoutLinks(text: string): string {
  return text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('\n', ' ')
}

function brokenLinks(document: string, text: string): string[] {
  const folder = dirname(document)
  const links = [...text.matchAll(LINK)]
    .filter(([, path = '', heading]) => !isThere(join(folder, path || basename(document)), heading))
    .map(([, path = '', heading]) => (heading ? `${path}#${heading}` : path))
  const names = [...text.matchAll(IN_BACKTICKS)].map(([, name = '']) => name)
  const paths = names.filter((name) => TOP_FOLDER.test(name) && !isThere(name))
  const files = names.filter((name) => FILE_NAME.test(name) && !isNear(folder, name))
  return [...links, ...paths, ...files]
}

function isThere(path: string, heading?: string): boolean {
  if (!existsSync(join(ROOT, path))) return false
  if (heading === undefined) return true
  const headings = readFileSync(join(ROOT, path), 'utf8').matchAll(/^#+ (.+)$/gm)
  return [...headings].some(([, words = '']) => anchorOf(words) === heading)
}

/** GitHub's anchor of a heading. */
function anchorOf(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')
}

/** A bare file name means a file at the top of the repository or below the document's folder. */
function isNear(folder: string, name: string): boolean {
  if (existsSync(join(ROOT, name))) return true
  const below = folder === '.' ? '{docs,server,pwa,shared,scripts,tests}' : folder
  return globSync(`${below}/**/${name}`, { cwd: ROOT }).length > 0
}
