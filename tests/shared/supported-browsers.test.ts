import { readFile } from 'node:fs/promises'
import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { supportedBrowsers } from '#pwa/supported-browsers.ts'

it('the README names the supported browsers', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
  expect(readme.replaceAll('\n', ' ')).toContain(supportedBrowsers())
})

const BEFORE = await readFile(new URL('../../pwa/public/before.js', import.meta.url), 'utf8')
const NOTICE = 'A newer browser is needed | One of these'
const TEXTS = {
  es: {
    dir: 'ltr',
    manifest: '/manifest.es.webmanifest',
    loading: 'Cargando',
    notice: 'Uno | Dos',
  },
  ar: { dir: 'rtl', manifest: '/manifest.ar.webmanifest', loading: 'تحميل', notice: 'أ | ب' },
}

interface Visit {
  /** Code that removes a feature of the browser. */
  readonly lack?: string
  readonly stored?: Readonly<Record<string, string>>
  readonly languages?: readonly string[]
  readonly offered?: string
}

/** Runs the script that precedes the app, and reads the rest of the page. */
function visit({ lack = '', stored = {}, languages = ['en'], offered = 'en es ar' }: Visit = {}) {
  const shown: string[] = []
  const element = () => ({
    style: {},
    set textContent(text: string) {
      shown.push(text)
    },
    appendChild: (child: object) => child,
  })
  const root = { ...element(), lang: 'en', dir: 'ltr', dataset: {} }
  const manifest = { href: '/manifest.webmanifest' }
  const loading = { data: 'Loading' }
  const page = {
    currentScript: { dataset: { notice: NOTICE, offered, texts: JSON.stringify(TEXTS) } },
    createElement: element,
    documentElement: root,
    querySelector: (selector: string) =>
      selector === '[rel=manifest]' ? manifest : { lastChild: loading },
    querySelectorAll: () => [],
    onreadystatechange: null as null | (() => void),
  }
  const browser = createContext({
    navigator: { locks: {}, languages },
    AbortSignal: { any: () => undefined },
    CSSPropertyRule: class {},
    CSS: { supports: () => true },
    localStorage: { getItem: (key: string) => stored[key] ?? null },
    stop: () => undefined,
    addEventListener: () => undefined,
    document: page,
  })
  runInContext(`var window = globalThis; ${lack}`, browser)
  runInContext(BEFORE, browser)
  page.onreadystatechange?.()
  const opening = loading.data
  // The page has loaded, so a status there belongs to the app.
  loading.data = 'Order sent'
  page.onreadystatechange?.()
  const kept = loading.data
  const needed: Record<string, string> = runInContext('NEEDED', browser)
  const { lang, dir, dataset } = root
  const opened = { lang, dir, manifest: manifest.href, loading: opening }
  return { shown, needed: Object.entries(needed), opened, kept, dataset }
}

it('the page writes its opening status once, and only before the app shows one', () => {
  expect(visit({ languages: ['ar'] }).kept).toBe('Order sent')
})

describe('the notice for a browser that is too old', () => {
  it('does not appear if every feature is supported', () => {
    expect(visit().shown).toEqual([])
  })

  it.each(visit().needed)('appears if only %s of %s is missing', (name, holder) => {
    expect(visit({ lack: `delete ${holder}.${name}` }).shown).toEqual(NOTICE.split(' | '))
  })

  it.each(['AbortSignal', 'CSS', 'Promise'])('appears if there is no %s at all', (name) => {
    expect(visit({ lack: `delete window.${name}` }).shown).toEqual(NOTICE.split(' | '))
  })

  it('appears if a colour cannot follow the theme', () => {
    expect(visit({ lack: 'CSS.supports = () => false' }).shown).toEqual(NOTICE.split(' | '))
  })

  it('is written in the language of the browser', () => {
    const { shown } = visit({ lack: 'delete AbortSignal.any', languages: ['es-MX'] })
    expect(shown).toEqual(['Uno', 'Dos'])
  })
})

describe('before the app has loaded, the page', () => {
  it('is in English', () => {
    expect(visit().opened).toEqual({
      lang: 'en',
      dir: 'ltr',
      manifest: '/manifest.webmanifest',
      loading: 'Loading',
    })
  })

  it('is in the language chosen on this device', () => {
    expect(visit({ stored: { language: 'ar' }, languages: ['es'] }).opened).toEqual({
      lang: 'ar',
      dir: 'rtl',
      manifest: '/manifest.ar.webmanifest',
      loading: 'تحميل',
    })
  })

  it.each([
    [['es-MX', 'en'], 'en es', 'es'],
    [['pt'], 'en pt-BR', 'pt-BR'],
    [['fr', 'ar-EG'], 'en ar', 'ar'],
    [['en-GB', 'es'], 'en es', 'en'],
    [['es'], 'en', 'en'],
    [[], 'en es', 'en'],
  ])(
    'is in the best offered language: requested %s, offered %s, shown %s',
    (languages, offered, language) => {
      expect(visit({ languages, offered }).opened.lang).toBe(language)
    },
  )

  it('has the theme chosen on this device', () => {
    expect(visit({ stored: { theme: 'light' } }).dataset).toEqual({ theme: 'light' })
  })

  it.each([
    ['blue-orange', { market: 'blue-orange' }],
    ['red-green', { market: 'red-green' }],
    ['', {}],
  ])('has the market colours %s chosen on this device', (chosen, dataset) => {
    expect(visit({ stored: { 'market-colours': chosen } }).dataset).toEqual(dataset)
  })

  it('opens if nothing can be stored', () => {
    const { opened, shown } = visit({ lack: 'localStorage.getItem = () => { throw 1 }' })
    expect([opened.lang, shown]).toEqual(['en', []])
  })
})
