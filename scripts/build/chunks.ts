import { readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Rolldown } from 'vite'

/**
 * Which modules share a file, derived from imports. Each file costs a cold start a trip through the
 * service worker; each byte before the first paint costs a first visit download time.
 *
 * A group takes what its modules import along; the higher priority takes first.
 */

const PWA = realpathSync(join(import.meta.dirname, '..', '..', 'pwa'))
/** What `main.ts` imports once it runs: the frame around every page. Throws if it is renamed. */
const FRAME = realpathSync(join(PWA, 'screens.tsx'))
const PAGES = readdirSync(join(PWA, 'pages'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => join(PWA, 'pages', name))
/** The pages that a first visit opens over the network. */
export const BEFORE_SIGN_IN = ['login', 'signup']
const FIRST_PAGES = BEFORE_SIGN_IN.map((name) => realpathSync(join(PWA, 'pages', `${name}.tsx`)))

/** With fewer, pages load code that they never run; with more, they load many small files. */
const PAGES_MIN = 5

export const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  { name: 'start', priority: 4, tags: ['$initial'] },
  { name: 'frame', priority: 3, test: (id) => id === FRAME },
  // What many pages share: apart, what those before signing in need of it.
  shared('visit', 2, (pages) => FIRST_PAGES.some((page) => pages.has(page))),
  shared('pages', 1, () => true),
]

function shared(
  name: string,
  priority: number,
  isPart: (pages: ReadonlySet<string>) => boolean,
): Rolldown.CodeSplittingGroup {
  let importers: Map<string, Set<string>> | undefined
  return {
    name: (id, build) => {
      importers ??= pagesByModule(build)
      const pages = importers.get(id)
      return pages && pages.size >= PAGES_MIN && isPart(pages) ? name : null
    },
    debugName: name,
    priority,
    // Excludes the icons of a single page: their package imports them all.
    minShareCount: 2,
  }
}

/** The pages that import each module, directly or not. */
function pagesByModule(build: Rolldown.ChunkingContext) {
  const importers = new Map<string, Set<string>>()
  for (const page of PAGES) {
    const waiting = [page]
    for (let id = waiting.pop(); id; id = waiting.pop()) {
      const pages = importers.get(id) ?? new Set()
      if (pages.has(page)) continue
      importers.set(id, pages.add(page))
      waiting.push(...(build.getModuleInfo(id)?.importedIds ?? []))
    }
  }
  return importers
}
