import {
  type DrillOptions,
  type DrillTakes,
  readDrillOptions,
} from '#scripts/drill/drill-options.ts'
import { drillDisk } from '#scripts/drill-disk.ts'
import { drillFailover } from '#scripts/drill-failover.ts'
import { drillFleet } from '#scripts/drill-fleet.ts'
import { drillNetwork } from '#scripts/drill-network.ts'

// `npm run drill -- network`, `-- disk` and `-- failover` break what a server depends on while it is
// under load, and `-- fleet` replaces and kills servers: as often as `--times` says. They print what
// users and operators see. Each takes minutes; it ends with a non-zero code if an order was lost or
// doubled, or if the ledger is not sound.
interface Drill {
  readonly run: (options: DrillOptions) => Promise<boolean>
  readonly takes: DrillTakes
}

const DRILLS: Readonly<Record<string, Drill>> = {
  network: { run: drillNetwork, takes: { times: 20 } },
  disk: { run: drillDisk, takes: {} },
  failover: { run: drillFailover, takes: { times: 100, postgres: true } },
  fleet: { run: drillFleet, takes: { times: 100 } },
}

const [name = '', ...args] = process.argv.slice(2)
const drill = DRILLS[name]
if (drill) {
  const options = optionsOrEnd(drill)
  if (!(await drill.run(options))) process.exitCode = 1
} else {
  end(`Name one of: ${Object.keys(DRILLS).join(', ')}.`)
}

function optionsOrEnd({ takes }: Drill): DrillOptions {
  try {
    return readDrillOptions(name, args, takes)
  } catch (error) {
    return end((error as Error).message)
  }
}

function end(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
