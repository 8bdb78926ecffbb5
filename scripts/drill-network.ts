import { setTimeout as sleep } from 'node:timers/promises'
import { withBenchDatabase } from '#scripts/bench/bench-database.ts'
import type { DrillOptions } from '#scripts/drill/drill-options.ts'
import { withDrillWorld } from '#scripts/drill/drill-world.ts'
import { Relay } from '#scripts/drill/relay.ts'

/** In turn: shorter and longer than the timeouts of each side. */
const CUT_S = [1, 4, 8, 13, 24]
const LOAD_MS = 2_000

/**
 * Cuts the network between a server and its database without closing connections, and measures how
 * soon after each cut the service has recovered.
 */
export async function drillNetwork({ times }: Pick<DrillOptions, 'times'>): Promise<boolean> {
  let isSound = false
  await withBenchDatabase(async (url) => {
    const relay = await Relay.open()
    const urls = { throughRelay: relay.leadTo(url), direct: () => url }
    try {
      isSound = await withDrillWorld(urls, async ({ secondsUntilWhole }) => {
        console.log(
          `\n${times} cuts of the network under load; seconds until each part works again`,
        )
        let longest = 0
        for (let cut = 0; cut < times; cut += 1) {
          await sleep(LOAD_MS)
          const lengthS = CUT_S[cut % CUT_S.length] as number
          relay.silence()
          await sleep(lengthS * 1_000)
          relay.speak()
          const seconds = await secondsUntilWhole()
          longest = Math.max(longest, ...Object.values(seconds))
          const parts = Object.entries(seconds).map(([name, s]) => `${name} ${s.toFixed(1)}`)
          console.log(`  ${String(cut + 1).padStart(2)}  cut for ${lengthS} s: ${parts.join('  ')}`)
        }
        console.log(`  slowest full recovery: ${longest.toFixed(1)} s after a cut`)
      })
    } finally {
      relay.speak()
      await relay.close()
    }
  })
  return isSound
}
