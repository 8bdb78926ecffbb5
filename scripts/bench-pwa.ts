import { readParts } from '#scripts/bench/bench-options.ts'
import { withBenchServer } from '#scripts/bench/bench-server.ts'
import { makeStaff, type StaffMember } from '#scripts/bench/users.ts'
import {
  createProfile,
  PHONE,
  type Profile,
  signIn,
  standBack,
} from '#scripts/bench-pwa/browser.ts'
import { offlineColdStarts } from '#scripts/bench-pwa/cold-start.ts'
import { firstVisit } from '#scripts/bench-pwa/first-visit.ts'
import { allJsBytes, initialJsBytes } from '#scripts/bench-pwa/initial-js.ts'
import { keepLanguages, languageSwitches } from '#scripts/bench-pwa/language-switch.ts'
import { type Scores, startLighthouse } from '#scripts/bench-pwa/lighthouse-scores.ts'
import { judgePage } from '#scripts/bench-pwa/page-health.ts'
import { buildPwa, isPwaStale } from '#scripts/build-pwa.ts'
import { runCommand } from '#scripts/command-line.ts'
import { seedDemo } from '#scripts/seed-demo.ts'
import { buildApp } from '#server/app.ts'
import type { Services } from '#server/services.ts'

const PARTS = ['start', 'pages', 'lighthouse', 'cold-start', 'languages'] as const
const LINE = {
  usage: `npm run bench:pwa -- [PART…]\n  PART is one of: ${PARTS.join(', ')}`,
  about:
    'Measures the built app against its budgets, on a server started for it; fails if one is exceeded.\n' +
    'Without a part it measures everything.',
  words: { least: 0, most: PARTS.length },
}

const BUDGET = {
  initialJsKb: 84,
  coldStartMs: 600,
  languageMs: 100,
  performance: 95,
  score: 100,
  shift: 0.02,
}
const PAGES = [
  '/',
  '/about',
  '/market',
  '/exchange',
  '/futures',
  '/loan',
  '/activity',
  '/support',
  '/profile',
  '/admin/dashboard',
  '/admin/reviews',
  '/admin/users',
  '/admin/loans',
  '/admin/support',
  '/admin/audit',
  '/admin/reconciliation',
  '/admin/settings',
]
/** One left-to-right and one right-to-left language. */
const LANGUAGES = ['es', 'ar']
const TABLET = { width: 820, height: 1180 }
const DESKTOP = { width: 1440, height: 900 }
/** Layout shifts do not depend on the theme, so the middle size is measured in one theme. */
const SCREENS = { dark: [PHONE, TABLET, DESKTOP], light: [PHONE, DESKTOP] } as const
/** A single run of Lighthouse varies with the load of the machine. */
const LIGHTHOUSE_RUNS = 5
const LIGHTHOUSE_PORT = 9_333
const KB = 1_024
/** After this time the device has stored what a page shows. */
const KEPT_AFTER_MS = 4_000

let missed = 0
let origin = ''

let lighthouse: ReturnType<typeof startLighthouse>
let signedIn: Profile
let visitor: Profile

await runCommand(LINE, async ({ words }) => {
  const chosen = readParts(words, PARTS, LINE)
  await measure((part) => chosen.length === 0 || chosen.includes(part))
  process.exit(missed === 0 ? 0 : 1)
})

async function measure(has: (part: (typeof PARTS)[number]) => boolean): Promise<void> {
  lighthouse = startLighthouse()
  signedIn = await createProfile()
  visitor = await createProfile()
  await withBenchServer(prepareServer, async ({ port, pid, prepared: account }) => {
    origin = `http://127.0.0.1:${port}`
    standBack(pid)
    if (has('start')) {
      await measureScripts()
      await measureFirstVisits()
    }
    await fillDevice(account)
    if (has('pages')) await measurePages()
    if (has('languages')) await keepOtherLanguages()
    if (has('lighthouse')) await scorePages()
  }).finally(lighthouse.stop)
  // From here on there is no server: pages show what the device has stored.
  if (has('cold-start')) await measureColdStarts()
  if (has('languages')) await measureLanguages()
  await signedIn.remove()
  await visitor.remove()
}

/** Staff see every page, so one account measures them all. */
async function prepareServer(services: Services): Promise<StaffMember> {
  if (isPwaStale()) await buildPwa()
  const app = await buildApp(services)
  await seedDemo(app, services)
  await app.close()
  const [account] = await makeStaff(services)
  if (!account) throw new Error('there is no staff')
  return account
}

async function measureScripts() {
  report('initial JS, brotli', (await initialJsBytes()) / KB, BUDGET.initialJsKb, 'KB')
  const { jsBytes, installabilityErrors } = await firstVisit(visitor, origin)
  console.log(`  JS fetched until log-in can be used: ${(jsBytes / KB).toFixed(1)} KB`)
  console.log(`  JS of all pages together: ${((await allJsBytes()) / KB).toFixed(1)} KB`)
  const what = `installability errors ${installabilityErrors.join(' ')}`
  report(what, installabilityErrors.length, 0, '')
}

async function measureFirstVisits() {
  const runs: Scores[] = []
  while (runs.length < LIGHTHOUSE_RUNS) {
    // Each profile has only one first visit; on the second the worker is installed.
    const profile = await createProfile()
    runs.push(...(await runLighthouse(profile, `${origin}/login`, 1)))
    await profile.remove()
  }
  reportLighthouse('Lighthouse /login, first visit', runs)
}

async function fillDevice(account: StaffMember) {
  const context = await signedIn.open()
  const page = context.pages()[0] ?? (await context.newPage())
  await signIn(page, { origin, ...account })
  // Open each page once, so that the device stores what an offline start shows.
  for (const path of PAGES) {
    await page.goto(origin + path)
    await page.waitForTimeout(KEPT_AFTER_MS)
  }
  await context.close()
}

async function measurePages() {
  for (const colorScheme of ['dark', 'light'] as const) {
    for (const viewport of SCREENS[colorScheme]) {
      const context = await signedIn.open({ colorScheme, viewport })
      for (const path of PAGES) {
        const { violations, shift, moved, errors } = await judgePage(context, origin + path)
        const where = `${path} ${colorScheme} ${viewport.width}`
        report(`axe violations ${where} ${violations.join(' ')}`, violations.length, 0, '')
        report(`layout shift ${where}`, shift, BUDGET.shift, '')
        if (shift > BUDGET.shift) console.log(`  moved: ${moved}`)
        report(`console errors ${where} ${errors[0] ?? ''}`, errors.length, 0, '')
      }
      await context.close()
    }
  }
}

async function keepOtherLanguages() {
  const context = await signedIn.open()
  await keepLanguages(context, { url: `${origin}/profile`, languages: LANGUAGES })
  await context.close()
}

async function scorePages() {
  for (const path of PAGES) {
    const runs = await runLighthouse(signedIn, origin + path, LIGHTHOUSE_RUNS)
    reportLighthouse(`Lighthouse ${path}, signed in`, runs)
  }
}

async function measureColdStarts() {
  const times = await offlineColdStarts(signedIn.folder, `${origin}/market`)
  const median = times[Math.floor(times.length / 2)] ?? Number.NaN
  report('offline cold start to rows, median', median, BUDGET.coldStartMs, 'ms')
  console.log(`  all runs: ${times.map(Math.round).join(', ')} ms, CPU slowed 4×`)
}

async function measureLanguages() {
  const context = await signedIn.open()
  for (const path of ['/', '/profile', '/exchange']) {
    for (const language of LANGUAGES) {
      const times = await languageSwitches(context, { url: origin + path, language })
      const median = times[Math.floor(times.length / 2)] ?? Number.NaN
      const what = `offline switch between English and ${language} on ${path}, median`
      report(what, median, BUDGET.languageMs, 'ms')
      console.log(`  all switches: ${times.map(Math.round).join(', ')} ms, CPU slowed 4×`)
    }
  }
  await context.close()
}

async function runLighthouse(profile: Profile, url: string, count: number): Promise<Scores[]> {
  const context = await profile.open({ debuggingPort: LIGHTHOUSE_PORT })
  const runs: Scores[] = []
  while (runs.length < count) {
    runs.push(await lighthouse.run({ url, debuggingPort: LIGHTHOUSE_PORT }))
  }
  await context.close()
  return runs
}

function reportLighthouse(title: string, runs: readonly Scores[]) {
  const all = runs.map(({ scores: { performance } }) => performance)
  const median = runs.toSorted((a, b) => a.scores.performance - b.scores.performance)[
    Math.floor(runs.length / 2)
  ]
  if (!median) throw new Error('Lighthouse has to run at least once')
  const { scores, lost, largestPaintMs, blockingMs } = median
  for (const [category, score] of Object.entries(scores)) {
    const floor = category === 'performance' ? BUDGET.performance : BUDGET.score
    reportFloor(`${title}: ${category}`, score, floor)
  }
  const paint = `largest paint ${largestPaintMs} ms, blocking ${blockingMs} ms`
  console.log(`  performance of all runs: ${all.join(', ')}; ${paint}`)
  for (const audit of lost) console.log(`  lost: ${audit}`)
}

function report(what: string, value: number, ceiling: number, unit: string) {
  print(value <= ceiling, what, `${round(value)} ${unit} (≤ ${ceiling})`)
}

function reportFloor(what: string, value: number, floor: number) {
  print(value >= floor, what, `${round(value)} (≥ ${floor})`)
}

function print(isMet: boolean, what: string, figures: string) {
  if (!isMet) missed += 1
  console.log(`${isMet ? 'met   ' : 'MISSED'}  ${what.trim()}: ${figures}`)
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
