import { type Catalogue, type CatalogueFile, catalogueOf } from '#shared/text/catalogue.ts'
import { inLanguage } from '#shared/text/t.ts'

/** The catalogues that this device has used. */
export const CACHE = 'languages'

/** Stores the language of this device for the service worker, which has no local storage. */
const MARK = '/language'

export async function markLanguage(code: string): Promise<void> {
  await (await caches.open(CACHE)).put(MARK, new Response(code))
}

/** The languages that are available offline, besides English. */
export async function keptLanguages(): Promise<string[]> {
  const cache = await caches.open(CACHE)
  return (await cache.keys()).flatMap(({ url }) => codeOf(url) ?? [])
}

/** For the service worker: what `write` returns, in the language of this device if it is kept. */
export async function inOwnLanguage<Texts extends object>(write: () => Texts): Promise<Texts> {
  const catalogue = await ownCatalogue().catch(() => undefined)
  return catalogue ? inLanguage(catalogue, write) : write()
}

async function ownCatalogue(): Promise<Catalogue | undefined> {
  const cache = await caches.open(CACHE)
  const code = await (await cache.match(MARK))?.text()
  const kept = (await cache.keys()).find(({ url }) => codeOf(url) === code)
  const response = kept && (await cache.match(kept))
  return response && catalogueOf((await response.json()) as CatalogueFile)
}

/** "/assets/pt-BR-B3kd92x1.json": the build adds eight characters to the name. */
export function codeOf(url: string): string | undefined {
  return /([^/]+?)(?:-.{8})?\.json$/.exec(url)?.[1]
}
