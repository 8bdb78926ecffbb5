import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { screensOf } from '#pwa/feature.ts'
import { FEATURES } from '#pwa/features/index.ts'
import type { MessageRow } from '#tests/messages/message-row.ts'
import { contractRoutes } from '#tests/support/contract-routes.ts'
import { faultsOf, titlesIn, type World } from './checklist.ts'

const ROOT = join(import.meta.dirname, '../..')

async function valuesIn(folder: string): Promise<(readonly [file: string, values: unknown[]])[]> {
  const paths = readdirSync(join(ROOT, folder)).map((file) => `${folder}/${file}`)
  const modules = await Promise.all(
    paths.map((path) => import(/* @vite-ignore */ join(ROOT, path))),
  )
  return paths.map((path, at) => [path, Object.values(modules[at])])
}

const titles = new Map<string, readonly string[]>()

/** Cached, because many rows name the same file. */
function titlesOf(path: string): readonly string[] {
  const found = titles.get(path) ?? titlesIn(join(ROOT, path))
  titles.set(path, found)
  return found
}

async function world(): Promise<World> {
  const tables = (await valuesIn('tests/messages')).filter(
    ([path]) => !/message/.test(basename(path)),
  )
  const said = (values: readonly unknown[]) =>
    (values as readonly Readonly<Record<string, readonly MessageRow[]>>[])
      .flatMap((table) => Object.values(table).flat())
      .map(({ says }) => says)
  return {
    titles: (path) => (existsSync(join(ROOT, path)) ? titlesOf(path) : undefined),
    messages: Object.fromEntries(tables.map(([path, values]) => [path, said(values)])),
    decisions: readdirSync(join(ROOT, 'docs/decisions')).map((name) => name.slice(0, 4)),
    routes: (await contractRoutes()).map(({ method, path }) => `${method} ${path}`),
    screens: screensOf(FEATURES).map(({ path }) => path),
  }
}

function pagesOf(folder: string): Record<string, string> {
  const names = globSync('*.md', { cwd: join(ROOT, folder) }).filter((name) => name !== 'README.md')
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(join(ROOT, folder, name), 'utf8')]),
  )
}

test('the checklist is complete, and every test it names exists', async () => {
  const actual = await world()
  expect(actual.routes.length).toBeGreaterThan(100)
  expect(actual.screens.length).toBeGreaterThan(15)
  expect(Object.values(actual.messages).flat().length).toBeGreaterThan(100)
  expect(faultsOf(pagesOf('docs/checklist'), actual)).toEqual([])
})

describe('a checklist', () => {
  const titles: Readonly<Record<string, readonly string[]>> = { 'tests/home.test.ts': ['greets'] }
  const small: World = {
    titles: (path) => titles[path],
    messages: { 'tests/messages/home.ts': ['Good Morning'] },
    decisions: ['0001'],
    routes: ['GET /api/home'],
    screens: ['/'],
  }
  const SCREEN = '| screen | `/`: the home page | `tests/home.test.ts` “greets” | 0001 |'
  const ROUTE = '| route | `GET /api/home` | `tests/home.test.ts` “greets” | |'
  const SAID = '| message | “Good Morning” | `tests/messages/home.ts` | |'
  const SKIPPED = '| not built | Good Night | — | 0001 |'
  const check = (...rows: readonly string[]) => faultsOf({ 'home.md': rows.join('\n') }, small)

  test('has no fault if it is complete', () => {
    expect(check(SCREEN, ROUTE, SAID, SKIPPED)).toEqual([])
  })

  test.each([
    ['a file that does not exist', SCREEN.replace('tests/home', 'tests/gone'), 'does not exist'],
    ['a test that does not exist', SCREEN.replace('greets', 'waves'), 'looks for the test “waves”'],
    ['a file without a test', SCREEN.replace(' “greets”', ''), 'names no test'],
    ['no test', SCREEN.replace('`tests/home.test.ts` “greets”', '—'), 'is shown by no test'],
    ['a message that no file says', SAID.replace('Morning', 'Night'), 'is no message'],
    ['a decision that does not exist', SCREEN.replace('0001', '0002'), 'names decision 0002'],
    ['an omission without a decision', SKIPPED.replace('0001', ''), 'without a decision'],
    ['no kind', SCREEN.replace('screen', 'scene'), 'has no kind'],
    ['nothing', SCREEN.replace('`/`: the home page', ''), 'says nothing'],
  ])('is at fault if a row names %s', (_, row, fault) => {
    expect(check(SCREEN, ROUTE, SAID, row).join('\n')).toContain(fault)
  })

  test('is at fault if it omits a screen, a route or a message', () => {
    expect(check(SKIPPED)).toEqual([
      'no row: `GET /api/home`',
      'no row: `/`',
      'no row: “Good Morning”',
    ])
  })

  test('is at fault if a page is empty', () => {
    expect(check('# Home')).toContain('home.md has no row')
  })
})
