import { benchHttp } from '#scripts/bench-http.ts'
import { benchLive } from '#scripts/bench-live.ts'
import { benchLog } from '#scripts/bench-log.ts'

// What `npm run bench` prints: the server's figures beside their targets, one part after the other
// so that none disturbs another. `npm run bench -- log` runs one part.
const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  log: benchLog,
  http: benchHttp,
  live: benchLive,
}

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !(name in PARTS))
if (unknown !== undefined) {
  const names = Object.keys(PARTS).join(', ')
  process.stderr.write(`There is no benchmark "${unknown}". Name any of: ${names}.\n`)
  process.exit(1)
}
for (const [name, run] of Object.entries(PARTS)) {
  if (asked.length === 0 || asked.includes(name)) await run()
}
