import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followAccount } from '#pwa/data/choose-language.ts'
import { rememberLanguage, speakIn, startLanguage } from '#pwa/data/language.ts'
import { useLanguageStore } from '#pwa/stores/language.ts'
import { readCatalogue } from '#scripts/languages/catalogue-files.ts'
import { ENGLISH } from '#shared/text/catalogue.ts'
import { speak, t } from '#shared/text/t.ts'

const ORIGIN = 'https://example.com'
const root = { lang: 'en', dir: '' }

/** The part of a cache that catalogues use. */
class KeptFiles {
  readonly #files = new Map<string, string>()
  match = async (key: string | Request) => {
    const text = this.#files.get(addressOf(key))
    return text === undefined ? undefined : new Response(text)
  }
  put = async (key: string, answer: Response) => {
    this.#files.set(addressOf(key), await answer.text())
  }
  delete = async (key: Request) => this.#files.delete(key.url)
  keys = async () => [...this.#files.keys()].map((url) => ({ url }) as Request)
}

const addressOf = (key: string | Request) =>
  typeof key === 'string' ? new URL(key, ORIGIN).href : key.url

let kept: KeptFiles
let isOnline: boolean
let fetched: string[]

beforeEach(() => {
  kept = new KeptFiles()
  isOnline = true
  fetched = []
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.stubGlobal('document', { documentElement: root })
  vi.stubGlobal('navigator', { languages: ['es-MX'] })
  vi.stubGlobal('caches', { open: async () => kept })
  vi.stubGlobal('fetch', async (url: string) => {
    if (!isOnline) throw new TypeError('no network')
    fetched.push(url)
    return Response.json(readCatalogue(/\/ar\b/.test(url) ? 'ar' : 'es'))
  })
})

afterEach(async () => {
  await speakIn('en')
  speak(ENGLISH)
  vi.unstubAllGlobals()
})

test('the app opens in English where the browser asks for a language that is not offered', async () => {
  await startLanguage()
  expect(t('Amount')).toBe('Amount')
  expect(fetched).toEqual([])
})

test('the app opens in the language of this device, and loads it once', async () => {
  rememberLanguage('ar')
  await startLanguage()
  expect(t('Amount')).toBe('المبلغ')
  expect(root).toEqual({ lang: 'ar', dir: 'rtl' })
  await speakIn('en')
  expect(root).toEqual({ lang: 'en', dir: 'ltr' })
  isOnline = false
  await speakIn('ar')
  expect(useLanguageStore.getState().code).toBe('ar')
  expect(fetched).toHaveLength(1)
})

test('the app opens in English if the language cannot be loaded, and a switch is refused', async () => {
  isOnline = false
  rememberLanguage('ar')
  await startLanguage()
  expect(useLanguageStore.getState().code).toBe('en')
  await expect(speakIn('es')).rejects.toThrow('cannot be loaded')
})

test('a log-in brings the language of the account', async () => {
  await followAccount(null)
  expect(useLanguageStore.getState().code).toBe('en')
  await followAccount('es')
  expect(t('Amount')).toBe('Importe')
  expect(localStorage.getItem('language')).toBe('es')
})
