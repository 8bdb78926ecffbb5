import { type BenchOptions, benchLine, readBenchOptions } from '#scripts/bench/bench-options.ts'
import { benchAudit } from '#scripts/bench-audit.ts'
import { benchBackOffice } from '#scripts/bench-back-office.ts'
import { benchHttp } from '#scripts/bench-http.ts'
import { benchLiabilities } from '#scripts/bench-liabilities.ts'
import { benchLive } from '#scripts/bench-live.ts'
import { benchLog } from '#scripts/bench-log.ts'
import { benchRebuild } from '#scripts/bench-rebuild.ts'
import { benchRestore } from '#scripts/bench-restore.ts'
import { benchSize } from '#scripts/bench-size.ts'
import { benchTree } from '#scripts/bench-tree.ts'
import { benchVerify } from '#scripts/bench-verify.ts'
import { runCommand } from '#scripts/command-line.ts'

// Runs `npm run bench`: prints measurements of the server and their targets. Parts run one after
// another so that they do not disturb each other. `npm run bench -- log` runs one part; `npm run
// bench -- back-office --users 2000` runs that part on a small platform.
const PARTS: Readonly<Record<string, (options: BenchOptions) => Promise<void>>> = {
  log: benchLog,
  http: benchHttp,
  live: benchLive,
  rebuild: benchRebuild,
  'back-office': benchBackOffice,
  tree: benchTree,
  verify: benchVerify,
  audit: benchAudit,
  restore: benchRestore,
  liabilities: benchLiabilities,
  size: benchSize,
}
// Takes more than an hour, so it must be named.
const NAMED_ONLY = ['size']

const ALL = { parts: Object.keys(PARTS), namedOnly: NAMED_ONLY }
const LINE = benchLine(ALL)

await runCommand(LINE, async (given) => {
  const options = readBenchOptions(given, ALL, LINE)
  for (const [name, run] of Object.entries(PARTS)) {
    const isMeant =
      options.parts.length === 0 ? !NAMED_ONLY.includes(name) : options.parts.includes(name)
    if (isMeant) await run(options)
  }
})
