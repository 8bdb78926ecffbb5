import { drillDisk } from '#scripts/drill-disk.ts'
import { drillNetwork } from '#scripts/drill-network.ts'

// `npm run drill -- network` and `npm run drill -- disk` break what a server depends on while it is
// under load, and print what its users and its operator see. Each takes minutes; it ends with a
// non-zero code if an order was lost or doubled, or if the ledger is not sound.
const DRILLS: Readonly<Record<string, () => Promise<boolean>>> = {
  network: drillNetwork,
  disk: drillDisk,
}

const [name = ''] = process.argv.slice(2)
const drill = DRILLS[name]
if (drill) {
  if (!(await drill())) process.exitCode = 1
} else {
  process.stderr.write(`Name one of: ${Object.keys(DRILLS).join(', ')}.\n`)
  process.exitCode = 1
}
