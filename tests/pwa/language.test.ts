import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readCatalogue } from '#scripts/languages/catalogue-files.ts'

/** The ISO 639 code for content without a language, which no catalogue will ever use. */
const NOT_OFFERED = 'zxx'
const ORIGIN = 'https://example.com'
let root = { lang: 'en', dir: 'ltr' }

/** The part of a cache that catalogues use. */
class KeptFiles {
  readonly #files = new Map<string, string>()
  match = async (key: string | Request) => {
    const text = this.#files.get(addressOf(key))
    return text === undefined ? undefined : new Response(text)
  }
  put = async (key: string, response: Response) => {
    this.#files.set(addressOf(key), await response.text())
  }
  delete = async (key: Request) => this.#files.delete(key.url)
  keys = async () => [...this.#files.keys()].map((url) => ({ url }) as Request)
}

const addressOf = (key: string | Request) =>
  typeof key === 'string' ? new URL(key, ORIGIN).href : key.url

/** The modules of a page that was just opened. */
async function openPage() {
  vi.resetModules()
  const { t } = await import('#shared/text/t.ts')
  const { useLanguageStore } = await import('#pwa/stores/language.ts')
  const { chooseLanguage, followAccount, prepareChoice } = await import(
    '#pwa/data/choose-language.ts'
  )
  const { useSessionStore } = await import('#pwa/stores/session.ts')
  return {
    ...(await import('#pwa/data/language.ts')),
    ...(await import('#pwa/data/speak-in.ts')),
    ...(await import('#pwa/data/kept-language.ts')),
    ...(await import('#pwa/data/leaving.ts')),
    ...{ t, chooseLanguage, followAccount, prepareChoice },
    signIn: () => useSessionStore.setState({ status: 'signed-in' }),
    submit: (await import('#pwa/data/submit.ts')).submit,
    spoken: () => useLanguageStore.getState().code,
  }
}

let kept: KeptFiles
let isOnline: boolean
let fetched: string[]
/** The language whose file arrives once `arrive` is called. */
let slow: string
let slowly: Promise<void>
let arrive: () => void

vi.mock('#pwa/data/submit.ts', () => ({
  submit: vi.fn(async () => ({ news: Promise.resolve({ state: 'done' }) })),
}))

beforeEach(() => {
  kept = new KeptFiles()
  isOnline = true
  fetched = []
  slow = 'none'
  ;({ promise: slowly, resolve: arrive } = Promise.withResolvers<void>())
  root = { lang: 'en', dir: 'ltr' }
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('document', { documentElement: root, body: {} })
  // Nothing is rendered.
  vi.stubGlobal('HTMLElement', class {})
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw())
  vi.stubGlobal('navigator', { languages: ['es-MX'] })
  vi.stubGlobal('caches', { open: async () => kept })
  vi.stubGlobal('fetch', async (url: string) => {
    if (!isOnline) throw new TypeError('no network')
    fetched.push(url)
    if (url.includes(slow)) await slowly
    return Response.json(readCatalogue(/\/ar\b/.test(url) ? 'ar' : 'es'))
  })
})

afterEach(() => vi.unstubAllGlobals())

test('the app opens in English if the page did', async () => {
  const { startLanguage, t } = await openPage()
  await startLanguage()
  expect(t('Amount')).toBe('Amount')
  expect(fetched).toEqual([])
})

test('the app opens in the language of this device, and loads it once', async () => {
  const first = await openPage()
  root.lang = 'ar'
  await first.startLanguage()
  expect(first.t('Amount')).toBe('المبلغ')
  expect(root).toEqual({ lang: 'ar', dir: 'rtl' })
  await first.speakIn('en')
  await vi.waitFor(() => expect(root).toEqual({ lang: 'en', dir: 'ltr' }))
  isOnline = false
  await first.speakIn('ar')
  expect(first.spoken()).toBe('ar')
  // A page opens in the language that it declares.
  await vi.waitFor(() => expect(root.lang).toBe('ar'))
  const second = await openPage()
  await second.startLanguage()
  expect(second.t('Amount')).toBe('المبلغ')
  expect(fetched).toHaveLength(1)
})

test('texts are drawn in their direction before their language is declared', async () => {
  const { speakIn, t } = await openPage()
  const frames: (() => void)[] = []
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw))
  await speakIn('ar')
  expect(t('Amount')).toBe('المبلغ')
  expect(root).toEqual({ lang: 'en', dir: 'rtl' })
  for (const draw of frames) draw()
  await vi.waitFor(() => expect(root).toEqual({ lang: 'ar', dir: 'rtl' }))
})

test.each([
  { languages: ['es-MX'], loaded: ['/shared/languages/messages/es.json'] },
  { languages: [NOT_OFFERED], loaded: [] },
])(
  'opening the switch loads the languages that the browser prefers and the app offers: $languages',
  async (visit) => {
    vi.stubGlobal('navigator', { languages: visit.languages })
    const { prepareChoice } = await openPage()
    await prepareChoice()
    expect(fetched).toEqual(visit.loaded)
  },
)

test('opening the switch reads the languages stored on the device', async () => {
  await (await openPage()).speakIn('ar')
  const { prepareChoice, speakIn, t } = await openPage()
  vi.stubGlobal('navigator', { languages: [NOT_OFFERED] })
  await prepareChoice()
  vi.stubGlobal('caches', { open: () => Promise.reject(new Error('read again')) })
  isOnline = false
  await speakIn('ar')
  expect(t('Amount')).toBe('المبلغ')
})

test('the app opens in English if the language cannot be loaded, and a switch is refused', async () => {
  isOnline = false
  const { startLanguage, speakIn, spoken } = await openPage()
  Object.assign(root, { lang: 'ar', dir: 'rtl' })
  await startLanguage()
  expect(spoken()).toBe('en')
  await vi.waitFor(() => expect(root).toEqual({ lang: 'en', dir: 'ltr' }))
  await expect(speakIn('es')).rejects.toThrow('cannot be loaded')
})

test('the service worker writes in the language of this device', async () => {
  const { speakIn, inOwnLanguage, t } = await openPage()
  const write = () => ({ text: t('Amount') })
  await speakIn('ar')
  await speakIn('es')
  const worker = await openPage()
  await vi.waitFor(async () =>
    expect(await worker.inOwnLanguage(() => ({ text: worker.t('Amount') }))).toEqual({
      text: 'Monto',
    }),
  )
  await speakIn('en')
  await vi.waitFor(async () => expect(await inOwnLanguage(write)).toEqual({ text: 'Amount' }))
})

test('a log-in applies the language of the account', async () => {
  const { followAccount, spoken, t } = await openPage()
  await followAccount(null)
  expect(spoken()).toBe('en')
  await followAccount('es')
  expect(t('Amount')).toBe('Monto')
  expect(localStorage.getItem('language')).toBe('es')
})

test('the language that was chosen last stays, although an earlier one arrives later', async () => {
  const { chooseLanguage, spoken, t } = await openPage()
  slow = '/ar'
  const first = chooseLanguage('ar')
  await chooseLanguage('es')
  arrive()
  await first
  expect([spoken(), t('Amount')]).toEqual(['es', 'Monto'])
  expect(localStorage.getItem('language')).toBe('es')
})

test('the language of the account does not replace one that is chosen after the log-in', async () => {
  const { chooseLanguage, followAccount, signIn, spoken } = await openPage()
  signIn()
  slow = '/ar'
  const following = followAccount('ar')
  await chooseLanguage('es')
  arrive()
  await following
  expect(spoken()).toBe('es')
  expect(localStorage.getItem('language')).toBe('es')
})

test('a language that is still loading at the log-in is kept with the account', async () => {
  const { chooseLanguage, followAccount, signIn, spoken, submit } = await openPage()
  slow = '/ar'
  const choosing = chooseLanguage('ar')
  signIn()
  await followAccount('es')
  expect(spoken()).toBe('en')
  arrive()
  await choosing
  expect(spoken()).toBe('ar')
  expect(submit).toHaveBeenLastCalledWith(expect.anything(), { body: { language: 'ar' } })
})

test('a log-in keeps the language that was chosen before it', async () => {
  const { chooseLanguage, followAccount, signIn, spoken, submit } = await openPage()
  await chooseLanguage('es')
  expect(submit).not.toHaveBeenCalled()
  signIn()
  await followAccount('ar')
  expect(spoken()).toBe('es')
  expect(submit).toHaveBeenLastCalledWith(expect.anything(), { body: { language: 'es' } })
})

test.each(['signed in', 'signed out'])(
  'a language that a user chose %s is not kept with the next account',
  async (when) => {
    const { chooseLanguage, followAccount, noteLeaving, signIn, spoken } = await openPage()
    if (when === 'signed in') signIn()
    await chooseLanguage('es')
    if (when === 'signed out') noteLeaving(undefined)
    await followAccount('ar')
    expect(spoken()).toBe('ar')
  },
)
