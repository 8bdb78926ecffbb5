import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { RouteDefinition } from '#shared/contract/route.ts'
import { MESSAGES } from '#tests/messages/messages.ts'
import { faultsOf, type World } from './checklist.ts'

const ROOT = join(import.meta.dirname, '../..')

const read = (path: string) =>
  existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : undefined

async function definedRoutes(): Promise<RouteDefinition[]> {
  const folder = join(ROOT, 'shared/contract')
  const modules = await Promise.all(
    readdirSync(folder).map((file) => import(/* @vite-ignore */ join(folder, file))),
  )
  return modules.flatMap((module) => Object.values(module)).filter(isRoute)
}

function isRoute(value: unknown): value is RouteDefinition {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

async function world(): Promise<World> {
  const screens = (read('pwa/routes.tsx') ?? '').matchAll(/path: '([^']+)'/g)
  return {
    read,
    decisions: read('DECISIONS.md') ?? '',
    calls: (await definedRoutes()).map(({ method, path }) => `${method} ${path}`),
    screens: [...screens].map(([, path = '']) => path),
    messages: Object.values(MESSAGES).flatMap((rows) => rows.map(({ says }) => says)),
  }
}

test('the checklist names what there is, and leaves nothing out', async () => {
  const page = read('docs/checklist.md') ?? ''
  const actual = await world()
  expect(actual.calls.length).toBeGreaterThan(100)
  expect(actual.screens.length).toBeGreaterThan(15)
  expect(faultsOf(page, actual)).toEqual([])
})

describe('a checklist', () => {
  const files: Readonly<Record<string, string>> = {
    'pwa/home.tsx': 'export function HomePage() {}',
    'tests/home.test.ts': "test('greets', () => {})",
  }
  const small: World = {
    read: (path) => files[path],
    decisions: '1. **Nobody\n   is greeted twice.** *Why:* once is enough.',
    calls: ['GET /api/home'],
    screens: ['/'],
    messages: ['Good Morning'],
  }
  const HOME =
    '| screen | U2 | `/` | `pwa/home.tsx` `HomePage` | `tests/home.test.ts` `greets` | D1 |'
  const CALL = '| call | U7 | `GET /api/home` | `pwa/home.tsx` `HomePage` | this page |  |'
  const SAID = '| message | U8, B8 | “Good Morning” | — | — | D1 |'
  const DECISION = '| D1 | Nobody is greeted twice. |'
  const pageOf = (...rows: readonly string[]) => rows.join('\n')

  test('that tells the truth has no fault', () => {
    expect(faultsOf(pageOf(HOME, CALL, SAID, DECISION), small)).toEqual([])
  })

  test.each([
    ['a file that is not there', HOME.replace('pwa/home.tsx', 'pwa/gone.tsx'), 'does not exist'],
    ['a symbol that is not there', HOME.replace('HomePage', 'HousePage'), 'looks for “HousePage”'],
    ['a test that is not there', HOME.replace('tests/home', 'tests/gone'), 'does not exist'],
    ['a name that no test has', HOME.replace('greets', 'waves'), 'looks for “waves”'],
    ['a test without a name', HOME.replace(' `greets`', ''), 'does not say what'],
    ['a test that is none', HOME.replace('tests/home.test.ts', 'pwa/home.tsx'), 'is no test'],
    ['a decision that nobody explains', HOME.replace('D1', 'D2'), 'D2 is named and not explained'],
    ['no section', HOME.replace('U2', '2'), 'names no section'],
    ['no kind', HOME.replace('screen', 'scene'), 'has no kind'],
  ])('that names %s is found out', (_, row, fault) => {
    expect(faultsOf(pageOf(row, CALL, SAID, DECISION), small).join('\n')).toContain(fault)
  })

  test('that says nothing is found out', () => {
    const nothing = '| rule | U2 |  | — | — |  |'
    expect(faultsOf(pageOf(HOME, CALL, SAID, DECISION, nothing), small)).toEqual([
      '“” says nothing',
      '“” is made by nothing',
      '“” is shown by nothing',
    ])
  })

  test('that compares nothing is found out', () => {
    const row = CALL.replace(' `HomePage`', '')
    expect(faultsOf(pageOf(HOME, row, SAID, DECISION), small)).toEqual([
      '“`GET /api/home`” has no text that this page could compare',
    ])
  })

  test('that gives a decision other words is found out', () => {
    const row = DECISION.replace('twice', 'thrice')
    expect(faultsOf(pageOf(HOME, CALL, SAID, row), small)).toEqual([
      'D1 is not “Nobody is greeted thrice.”',
    ])
  })

  test('that leaves out a screen, a call or a message is found out', () => {
    expect(faultsOf(DECISION, small)).toEqual([
      'no row: GET /api/home',
      'no row: /',
      'no row: Good Morning',
    ])
  })
})
