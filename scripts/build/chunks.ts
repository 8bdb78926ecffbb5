import { readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Rolldown } from 'vite'

/**
 * Assigns modules to files, based on imports. Each additional file costs every start a request,
 * through the service worker or the network, and work in the browser. Each additional byte before
 * the first paint costs the first visit download time.
 *
 * A group includes the modules that its modules import; the group with the higher priority wins.
 */

const PWA = realpathSync(join(import.meta.dirname, '..', '..', 'pwa'))
/** The frame around every page, which `main.ts` imports at run time. */
const FRAME = pathOf('screens.tsx')
const HOME = pathOf('pages/home.tsx')
/** Every start loads these right after its first paint. */
const RUN = ['data/run.ts', 'data/session.ts'].map(pathOf)
/** Every start of a signed-in user also loads these. */
const SIGNED_IN = [
  'components/price-origin-badge.tsx',
  'data/device-key.ts',
  'data/local-data.ts',
  'data/outbox/confirm.ts',
  'data/outbox/queue.ts',
  'data/outbox/store.ts',
  'data/push.ts',
  'data/signed-in.ts',
  'data/unresolved.ts',
  'features/account/own-avatar.tsx',
  'features/futures/trade-dock.tsx',
  'shell/user-notices.tsx',
].map(pathOf)

/** The pages that a first visit opens over the network. */
export const BEFORE_SIGN_IN = ['login', 'signup']
/** These pages, and what the log-in page loads immediately. */
const FIRST = ['pages/login.tsx', 'pages/signup.tsx', 'data/passkeys.ts'].map(pathOf)
const PAGES = modulesIn('pages', /\.tsx$/)
/** What is opened as a unit: pages, dialogs, and the cases of the review desk. */
const SCREENS = [...PAGES, ...modulesIn('features', /-(chat|dialog|flow|view)\.tsx$/)]
const OF_STAFF = /\/admin\/|\/user-management\/|\/review-view\.tsx$/

/** With fewer, pages load code that they never run; with more, they load many small files. */
const PAGES_MIN = 5

type IsPart = (importers: ReadonlySet<string>) => boolean

interface Shared {
  readonly priority: number
  readonly by: readonly string[]
  /** The minimum number of these modules that must import a part. */
  readonly min?: number
  readonly isPart?: IsPart
}

const isBeforeSignIn: IsPart = (importers) => FIRST.some((module) => importers.has(module))
const isAtHome: IsPart = (importers) => importers.has(HOME)
const isOfStaff: IsPart = (importers) => [...importers].every((path) => OF_STAFF.test(path))
const isForCustomers: IsPart = (importers) => !isBeforeSignIn(importers) && !isOfStaff(importers)

export const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  { name: 'start', priority: 9, tags: ['$initial'] },
  { name: 'frame', priority: 8, test: (id) => id === FRAME },
  // What many pages share; in a separate file, the part that pages before sign-in need.
  shared('visit', { priority: 7, by: PAGES, min: PAGES_MIN, isPart: isBeforeSignIn }),
  shared('pages', { priority: 6, by: PAGES, min: PAGES_MIN }),
  // What is loaded together. The home page does not wait for what is loaded after its paint.
  shared('run', { priority: 5, by: RUN }),
  shared('at-home', { priority: 4, by: [HOME, ...SIGNED_IN], min: 2, isPart: isAtHome }),
  shared('home', { priority: 3, by: [HOME] }),
  shared('signed-in', { priority: 2, by: SIGNED_IN }),
  // What a few screens share; in a separate file, the part that only staff need.
  shared('parts', { priority: 1, by: [...SCREENS, ...FIRST], min: 2, isPart: isForCustomers }),
  shared('staff', { priority: 0, by: SCREENS, min: 2, isPart: isOfStaff }),
]

/** A file for the modules that these modules import, directly or indirectly. */
function shared(
  name: string,
  { priority, by, min = 1, isPart = () => true }: Shared,
): Rolldown.CodeSplittingGroup {
  let importers: Map<string, Set<string>> | undefined
  return {
    name: (id, build) => {
      importers ??= importersAmong(by, build)
      const found = importers.get(id)
      return found && found.size >= min && isPart(found) ? name : null
    },
    debugName: name,
    priority,
    // Excludes the icons of a single page: their package imports them all.
    ...(min > 1 && { minShareCount: 2 }),
  }
}

/** For each module, which of these modules import it, directly or indirectly. */
function importersAmong(modules: readonly string[], build: Rolldown.ChunkingContext) {
  const importers = new Map<string, Set<string>>()
  for (const module of modules) {
    const waiting = [module]
    for (let id = waiting.pop(); id; id = waiting.pop()) {
      const found = importers.get(id) ?? new Set()
      if (found.has(module)) continue
      importers.set(id, found.add(module))
      waiting.push(...(build.getModuleInfo(id)?.importedIds ?? []))
    }
  }
  return importers
}

function modulesIn(folder: string, name: RegExp): string[] {
  return readdirSync(join(PWA, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path))
    .map((path) => join(PWA, folder, path))
}

/** Throws if the module does not exist, for example after it was renamed. */
function pathOf(path: string): string {
  return realpathSync(join(PWA, path))
}
