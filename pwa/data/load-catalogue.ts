import { describeRefusal, isRefusalCode, type RefusalDetails } from '#shared/errors.ts'
import { FAULT } from '#shared/fault.ts'
import { type Catalogue, type CatalogueFile, catalogueOf } from '#shared/text/catalogue.ts'
import { describeFailuresBy } from '#shared/text/failure.ts'
import { t } from '#shared/text/t.ts'
import { CACHE, codeOf } from './kept-language.ts'

/** By path. Each language is a separate file, which no other language loads. */
const FILES = import.meta.glob<string>('../../shared/languages/messages/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** For tests: shows what is outside the catalogue. */
const PSEUDO = 'en-XA'

export async function loadCatalogue(code: string): Promise<Catalogue> {
  describeFailuresBy(({ code, details = {} }) => {
    const { number } = details
    if (code === 'fault' && typeof number === 'string') {
      return { title: t(FAULT.title), message: t(FAULT.message, { number }) }
    }
    return isRefusalCode(code) ? describeRefusal(code, details as RefusalDetails) : undefined
  })
  if (code === PSEUDO) return (await import('#shared/text/pseudo.ts')).PSEUDO
  const url = FILES[`../../shared/languages/messages/${code}.json`]
  if (!url) throw new Error(`there is no catalogue of ${code}`)
  const known = read.get(code) ?? catalogueOf(await readFile(url))
  read.set(code, known)
  return known
}

/** Switching back loads nothing again. */
const read = new Map<string, Catalogue>()

/**
 * From this device if it was used here before. After an update, until the device is online, the
 * catalogue of the previous version is used, and new messages stay in English.
 */
async function readFile(url: string): Promise<CatalogueFile> {
  const cache = await caches.open(CACHE).catch(() => undefined)
  const kept = await cache?.match(url)
  if (kept) return kept.json()
  const fetched = await fetch(url).catch(() => undefined)
  if (!fetched?.ok) {
    const [older] =
      (await cache?.keys())?.filter((request) => codeOf(request.url) === codeOf(url)) ?? []
    const response = older && (await cache?.match(older))
    if (!response) throw new Error(`${url} cannot be loaded`)
    return response.json()
  }
  if (cache) await keep(cache, url, fetched.clone())
  return fetched.json()
}

/** Replaces the same language's file of an earlier version. */
async function keep(cache: Cache, url: string, response: Response): Promise<void> {
  const old = (await cache.keys()).filter((request) => codeOf(request.url) === codeOf(url))
  await Promise.all(old.map((request) => cache.delete(request)))
  await cache.put(url, response).catch(() => undefined)
}
