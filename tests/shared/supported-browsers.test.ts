import { readFile } from 'node:fs/promises'
import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { SUPPORTED_BROWSERS } from '#pwa/supported-browsers.ts'

it('the README names the supported browsers', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
  expect(readme.replaceAll('\n', ' ')).toContain(SUPPORTED_BROWSERS)
})

const BEFORE = await readFile(new URL('../../pwa/public/before.js', import.meta.url), 'utf8')
const NOTICE = 'A newer browser is needed | One of these'

/** Runs the script that looks for features, in a browser without some of them. */
function visit(lack = '') {
  const shown: string[] = []
  const element = () => ({
    style: {},
    set textContent(text: string) {
      shown.push(text)
    },
    appendChild: (child: object) => child,
  })
  const browser = createContext({
    navigator: { locks: {} },
    AbortSignal: { any: () => undefined },
    CSSPropertyRule: class {},
    CSS: { supports: () => true },
    localStorage: { getItem: () => null },
    stop: () => undefined,
    document: {
      currentScript: { dataset: { notice: NOTICE } },
      createElement: element,
      documentElement: element(),
    },
  })
  runInContext(`var window = globalThis; ${lack}`, browser)
  runInContext(BEFORE, browser)
  const needed: Record<string, string> = runInContext('NEEDED', browser)
  return { shown, needed: Object.entries(needed) }
}

describe('the notice for a browser that is too old', () => {
  it('does not appear where every feature is there', () => {
    expect(visit().shown).toEqual([])
  })

  it.each(visit().needed)('appears where %s of %s is missing alone', (name, holder) => {
    expect(visit(`delete ${holder}.${name}`).shown).toEqual(NOTICE.split(' | '))
  })

  it.each(['AbortSignal', 'CSS', 'Promise'])('appears where there is no %s at all', (name) => {
    expect(visit(`delete window.${name}`).shown).toEqual(NOTICE.split(' | '))
  })

  it('appears where a colour cannot follow the theme', () => {
    expect(visit('CSS.supports = () => false').shown).toEqual(NOTICE.split(' | '))
  })
})
