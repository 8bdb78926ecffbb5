import { runCommand, UsageError } from '#scripts/command-line.ts'
import {
  DRILL_LINE,
  type DrillOptions,
  type DrillTakes,
  readDrillOptions,
} from '#scripts/drill/drill-options.ts'
import { drillDisk } from '#scripts/drill-disk.ts'
import { drillFailover } from '#scripts/drill-failover.ts'
import { drillFleet } from '#scripts/drill-fleet.ts'
import { drillNetwork } from '#scripts/drill-network.ts'

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

await runCommand(DRILL_LINE, async (given) => {
  const [name = ''] = given.words
  const drill = DRILLS[name]
  if (!drill) throw new UsageError(`There is no drill "${name}".`, DRILL_LINE)
  if (!(await drill.run(readDrillOptions(given, drill.takes)))) process.exitCode = 1
})
