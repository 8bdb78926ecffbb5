import { drillDisk } from '#scripts/drill-disk.ts'
import { drillFailover } from '#scripts/drill-failover.ts'
import { drillFleet } from '#scripts/drill-fleet.ts'
import { drillNetwork } from '#scripts/drill-network.ts'

// `npm run drill -- network`, `-- disk` and `-- failover` break what a server depends on while it is
// under load, and `-- fleet` replaces and kills servers. They print what users and operators see. Each
// takes minutes; it ends with a non-zero code if an order was lost or doubled, or if the ledger is
// not sound.
const DRILLS: Readonly<Record<string, (args: readonly string[]) => Promise<boolean>>> = {
  network: drillNetwork,
  disk: drillDisk,
  failover: drillFailover,
  fleet: drillFleet,
}

const [name = '', ...args] = process.argv.slice(2)
const drill = DRILLS[name]
if (drill) {
  if (!(await drill(args))) process.exitCode = 1
} else {
  process.stderr.write(`Name one of: ${Object.keys(DRILLS).join(', ')}.\n`)
  process.exitCode = 1
}
