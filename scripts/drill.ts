import { drillDisk } from '#scripts/drill-disk.ts'
import { drillFailover } from '#scripts/drill-failover.ts'
import { drillNetwork } from '#scripts/drill-network.ts'

// `npm run drill -- network`, `-- disk` and `-- failover` break what a server depends on while it is
// under load, and print what its users and its operator see. Each takes minutes; it ends with a
// non-zero code if an order was lost or doubled, or if the ledger is not sound.
const DRILLS: Readonly<Record<string, (args: readonly string[]) => Promise<boolean>>> = {
  network: drillNetwork,
  disk: drillDisk,
  failover: drillFailover,
}

const [name = '', ...args] = process.argv.slice(2)
const drill = DRILLS[name]
if (drill) {
  if (!(await drill(args))) process.exitCode = 1
} else {
  process.stderr.write(`Name one of: ${Object.keys(DRILLS).join(', ')}.\n`)
  process.exitCode = 1
}
